import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import { Problem } from '#server/kit/problem.ts'

interface Goal {
  title: string
  progress: number
}

interface Plan {
  goals: Goal[]
  notes: string | null
  review_on: string | null
}

/** A person's care plan; null and version 0 if there is none. */
export async function getCarePlan(db: Db, person: string) {
  const row = await db
    .selectFrom('care_plans')
    .innerJoin('people', 'people.id', 'updated_by')
    .select(['goals', 'notes', 'people.name as updated_by', 'care_plans.updated_at', 'care_plans.version'])
    .select(sql<string | null>`review_on::text`.as('review_on'))
    .where('person_id', '=', person)
    .executeTakeFirst()
  if (!row) return { plan: null, version: 0 }
  const { version, goals, ...plan } = row
  return { plan: { ...plan, goals: goals as Goal[] }, version }
}

/**
 * Replaces a person's care plan.
 * @param expected the version that the writer has seen (If-Match); null to skip the check
 * @throws Problem 412 if it is not the current version
 */
export async function saveCarePlan(
  db: Db,
  { id: person_id, organization_id }: AccessiblePerson,
  plan: Plan,
  { by, expected }: { by: string; expected: number | null },
): Promise<void> {
  // Locks the person, because the first plan has no row to lock yet.
  await sql`select from people where id = ${person_id} for update`.execute(db)
  const { version } = await getCarePlan(db, person_id)
  if (expected !== null && expected !== version)
    throw new Problem(412, 'Someone else changed this record in the meantime.', { kind: 'stale' })
  const row = { ...plan, goals: JSON.stringify(plan.goals), updated_by: by }
  await db
    .insertInto('care_plans')
    .values({ ...row, person_id, organization_id })
    .onConflict(conflict =>
      conflict
        .column('person_id')
        .doUpdateSet({ ...row, version: sql`care_plans.version + 1`, updated_at: sql`now()` }),
    )
    .execute()
}
