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

/** A person's care plan; without one, null and version 0. */
export async function planOf(db: Db, person: string) {
  const found = await db
    .selectFrom('care_plans')
    .innerJoin('people', 'people.id', 'updated_by')
    .select(['goals', 'notes', 'people.name as updated_by', 'care_plans.updated_at', 'care_plans.version'])
    .select(sql<string | null>`review_on::text`.as('review_on'))
    .where('person_id', '=', person)
    .executeTakeFirst()
  if (!found) return { plan: null, version: 0 }
  const { version, goals, ...plan } = found
  return { plan: { ...plan, goals: goals as Goal[] }, version }
}

/**
 * Writes a person's care plan over the one before.
 * @param expected the version that the writer knew; null where they do not say
 * @throws Problem 412 where it is another
 */
export async function writePlan(
  db: Db,
  { id: person_id, organization_id }: AccessiblePerson,
  plan: Plan,
  { by, expected }: { by: string; expected: number | null },
): Promise<void> {
  // Two who write the first plan at once wait for each other as well.
  await sql`select from people where id = ${person_id} for update`.execute(db)
  const { version } = await planOf(db, person_id)
  if (expected !== null && expected !== version)
    throw new Problem(412, 'Somebody else changed this record in the meantime.', { kind: 'stale' })
  const row = { ...plan, goals: JSON.stringify(plan.goals), updated_by: by }
  await db
    .insertInto('care_plans')
    .values({ ...row, person_id, organization_id })
    .onConflict(held =>
      held
        .column('person_id')
        .doUpdateSet({ ...row, version: sql`care_plans.version + 1`, updated_at: sql`now()` }),
    )
    .execute()
}
