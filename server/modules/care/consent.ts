import { sql } from 'kysely'
import type { CareConsent } from '#contract/care/care.ts'
import type { Db } from '#server/db/open.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import { notFound } from '#server/kit/problem.ts'

export async function getConsent(db: Db, { id, user_id }: AccessiblePerson): Promise<CareConsent> {
  const own = await sql<{ transcripts: boolean; training: boolean }>`
    select coalesce(preferences #>> '{consent,transcripts}' = 'true', false) as transcripts,
      coalesce(preferences #>> '{consent,training}' = 'true', false) as training
    from profiles where person_id = ${id}`.execute(db)
  const { rows } = await sql<CareConsent['relationships'][number]>`
    select a.id as assignment_id, c.id as carer_id, c.name as carer_name, c.role as carer_role, a.relationship,
      coalesce((a.consent ->> 'transcripts')::boolean, false) as transcripts,
      coalesce((a.consent ->> 'location')::boolean, false) as location
    from assignments a join people c on c.id = a.caregiver_id
    where a.elderly_id = ${id} and a.ended_at is null and c.deleted_at is null
    order by lower(c.name), a.id`.execute(db)
  const { transcripts = false, training = false } = own.rows[0] ?? {}
  return { user_id, transcripts, training, relationships: rows }
}

interface ConsentChange {
  transcripts?: boolean | undefined
  training?: boolean | undefined
  relationships?:
    | { assignment_id: string; location?: boolean | undefined; transcripts?: boolean | undefined }[]
    | undefined
}

/** @throws Problem 404 if a relationship has ended or belongs to another person. */
export async function writeConsent(
  db: Db,
  { id, organization_id }: AccessiblePerson,
  { relationships = [], ...own }: ConsentChange,
): Promise<void> {
  if (own.transcripts !== undefined || own.training !== undefined) {
    const consent = JSON.stringify(own)
    await sql`
      insert into profiles (person_id, organization_id, preferences)
      values (${id}, ${organization_id}, jsonb_build_object('consent', ${consent}::jsonb))
      on conflict (person_id) do update set updated_at = now(), preferences = profiles.preferences
        || jsonb_build_object('consent', coalesce(profiles.preferences -> 'consent', '{}') || ${consent}::jsonb)`.execute(
      db,
    )
  }
  for (const { assignment_id, ...consent } of relationships) {
    const { numAffectedRows } = await sql`
      update assignments set consent = consent || ${JSON.stringify(consent)}::jsonb
      where id = ${assignment_id} and elderly_id = ${id} and ended_at is null`.execute(db)
    if (!numAffectedRows) throw notFound('This relationship')
  }
}
