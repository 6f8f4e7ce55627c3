import { sql } from 'kysely'
import type { Relationship } from '#contract/alerts/contacts.ts'
import type { ExclusionReason } from '#contract/alerts/exclusions.ts'
import type { Db } from '#server/db/open.ts'
import type { ExcludedRecipient } from './state.ts'

export interface AlertSubject {
  organization_id: string
  person_id: string
}

/** Who is left out, by name and by relationship to the person. */
export interface Exclusion {
  ids: readonly string[]
  relationships: readonly Relationship[]
}

export const noExclusion: Exclusion = { ids: [], relationships: [] }

const isEmpty = ({ ids, relationships }: Exclusion) => ids.length === 0 && relationships.length === 0

/** Digits compared of a phone number, because some are written with a country code and some without. */
const comparedDigits = 8
/** Shorter numbers are extensions, which several people share. */
const minPhoneDigits = 6
const phoneEnding = (column: string) =>
  sql`right(regexp_replace(${sql.ref(column)}, '[^0-9]', '', 'g'), ${comparedDigits}::int)`

interface KnownRecipient extends ExcludedRecipient {
  excluded: boolean
}

/**
 * Everyone an alert about a person may notify or who may see it, marking those an exclusion covers. A contact and an
 * account with the same phone number or e-mail address are one human being, as are contacts and accounts of one name: an
 * exclusion covers all of them. Operators are excluded only by id, because they are the fallback.
 */
export async function listKnownRecipients(
  db: Db,
  { organization_id, person_id }: AlertSubject,
  { ids, relationships }: Exclusion,
): Promise<KnownRecipient[]> {
  const { rows } = await sql<KnownRecipient>`
    with known as (
      select 'contact' as kind, id, name, phone, email, relationship, false as is_operator from contacts where person_id = ${person_id}
      union all
      select 'person', p.id, p.name, p.phone, p.email,
        case when a.caregiver_id is null then null when p.role = 'caregiver' then 'caregiver' else 'family' end, false
      from people p
      left join assignments a on a.caregiver_id = p.id and a.elderly_id = ${person_id} and a.ended_at is null
      where p.organization_id = ${organization_id} and p.deleted_at is null
        and p.role in ('caregiver', 'family_member', 'organization_admin')
      union all
      select 'person', id, name, null, null, null, true from people where role = 'operator' and deleted_at is null
    ), named as (
      select * from known where id = any(${ids}::uuid[]) or relationship = any(${relationships}::text[])
    )
    select kind, id, name, relationship, exists (select from named n where n.id = k.id
      or lower(n.email) = lower(k.email)
      or (${phoneEnding('n.phone')} = ${phoneEnding('k.phone')}
        and length(${phoneEnding('k.phone')}) >= ${minPhoneDigits}::int)
      or (n.kind <> k.kind and not k.is_operator and lower(trim(n.name)) = lower(trim(k.name)))) as excluded
    from known k order by relationship nulls last, name, id`.execute(db)
  return rows
}

/** Everyone covered by an exclusion. */
export async function listExcluded(
  db: Db,
  subject: AlertSubject,
  exclusion: Exclusion,
): Promise<ExcludedRecipient[]> {
  if (isEmpty(exclusion)) return []
  const known = await listKnownRecipients(db, subject, exclusion)
  return known.filter(({ excluded }) => excluded).map(({ excluded: _, ...recipient }) => recipient)
}

/** Why each excluded id of an alert is left out: by its category's relationships or, by name, by an operator. */
export async function exclusionReasons(
  db: Db,
  subject: AlertSubject,
  { ids, relationships }: Exclusion,
): Promise<Map<string, ExclusionReason>> {
  const byCategory = await listExcluded(db, subject, { ids: [], relationships })
  const all = await listExcluded(db, subject, { ids, relationships })
  return new Map<string, ExclusionReason>([
    ...ids.map(id => [id, 'operator'] as const),
    ...all.map(({ id }) => [id, 'operator'] as const),
    ...byCategory.map(({ id }) => [id, 'category'] as const),
  ])
}
