import { sql } from 'kysely'
import type { Channel } from '#contract/alerts/alerts.ts'
import type { LadderStep } from '#contract/alerts/ladders.ts'
import type { Db } from '#server/db/open.ts'
import { languageOf } from '#server/kit/texts.ts'
import type { Recipient } from './plan.ts'

export interface Whose {
  organization_id: string
  person_id: string
}

interface Found {
  kind: Recipient['kind']
  id: string | null
  name: string
  phone: string | null
  email: string | null
  channels: string[]
  locale: string
}

/** The language of what speaks no language itself: its organization's. */
const localeOf = ({ organization_id }: Whose) =>
  sql<string>`(select locale from organizations where id = ${organization_id})`

/** The browsers of a person. */
const browsers = sql<string[]>`array(select n.id from notification_channels n
  where n.person_id = p.id and n.kind = 'push' order by n.id)`

const carers = (role: 'caregiver' | 'family_member', { person_id }: Whose) => sql<Found>`
  select 'person' as kind, p.id, p.name, p.phone, p.email, ${browsers} as channels, p.locale
  from assignments a join people p on p.id = a.caregiver_id
  where a.elderly_id = ${person_id} and a.ended_at is null and p.role = ${role}
    and p.status = 'active' and p.deleted_at is null
  order by a.created_at, p.id`

/** Whom a step calls; operators only by push where they take it, because all of them are called at once. */
function audience({ who, priority, role, channel }: LadderStep, whose: Whose) {
  switch (who) {
    case 'contacts':
      return sql<Found>`
        select 'contact' as kind, id, name, phone, email, '{}'::uuid[] as channels,
          ${localeOf(whose)} as locale
        from contacts
        where person_id = ${whose.person_id}
          and ${priority === null ? sql`true` : sql`priority = ${priority}`}
          and ${role === null ? sql`true` : sql`lower(role) = lower(${role})`}
        order by priority, created_at, id`
    case 'caregivers':
      return carers('caregiver', whose)
    case 'family':
      return carers('family_member', whose)
    case 'operators':
      return sql<Found>`
        select 'person' as kind, p.id, p.name, p.phone, p.email, ${browsers} as channels, p.locale
        from people p
        where p.role = 'operator' and p.status = 'active' and p.deleted_at is null
          and ${channel === 'push' ? sql`exists (select from notification_channels n where n.person_id = p.id)` : sql`true`}
        order by p.name, p.id`
    case 'services':
      return sql<Found>`
        select 'service' as kind, id, name, phone, null as email, '{}'::uuid[] as channels,
          ${localeOf(whose)} as locale
        from emergency_services
        where organization_id = ${whose.organization_id} order by name, id`
    case 'webhooks':
      return sql<Found>`
        select 'webhook' as kind, id, url as name, null as phone, null as email, array[id] as channels,
          ${localeOf(whose)} as locale
        from notification_channels
        where organization_id = ${whose.organization_id} and kind = 'webhook' order by id`
  }
}

function addresses(channel: Channel, { phone, email, channels, kind }: Found): string[] {
  switch (channel) {
    case 'mail':
      return email ? [email] : []
    case 'sms':
    case 'voice':
      return phone ? [phone] : []
    case 'webhook':
      return kind === 'webhook' ? channels : []
    case 'push':
      return kind === 'person' ? channels : []
  }
}

/** Whom each step of a ladder calls for a person, and where. */
export async function recipientsOf(
  db: Db,
  steps: readonly LadderStep[],
  whose: Whose,
): Promise<Recipient[][]> {
  const found: Recipient[][] = []
  for (const step of steps) {
    const { rows } = await audience(step, whose).execute(db)
    found.push(
      rows.map(row => ({
        kind: row.kind,
        id: row.id,
        // The whole address of a webhook often is its secret.
        name: row.kind === 'webhook' ? new URL(row.name).host : row.name,
        addresses: addresses(step.channel, row),
        language: languageOf(row.locale),
      })),
    )
  }
  return found
}
