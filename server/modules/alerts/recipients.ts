import { sql } from 'kysely'
import type { ExclusionReason } from '#contract/alerts/exclusions.ts'
import type { LadderStep } from '#contract/alerts/ladders.ts'
import type { Channel } from '#contract/alerts/timeline.ts'
import type { Db } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { matchLanguage } from '#server/kit/texts.ts'
import type { AlertSubject } from './exclusions.ts'
import type { Recipient } from './planner.ts'

interface RecipientRow {
  kind: Recipient['kind']
  id: string | null
  name: string
  phone: string | null
  email: string | null
  channels: string[]
  locale: string
}

/** Locale of recipients that have none of their own: the organization's. */
const organizationLocale = ({ organization_id }: AlertSubject) =>
  sql<string>`(select locale from organizations where id = ${organization_id})`

/** Ids of a person's push channels. */
const pushChannelIds = sql<string[]>`array(select n.id from notification_channels n
  where n.person_id = p.id and n.kind = 'push' order by n.id)`

const carers = (role: 'caregiver' | 'family_member', { person_id }: AlertSubject) => sql<RecipientRow>`
  select 'person' as kind, p.id, p.name, p.phone, p.email, ${pushChannelIds} as channels, p.locale
  from assignments a join people p on p.id = a.caregiver_id
  where a.elderly_id = ${person_id} and a.ended_at is null and p.role = ${role}
    and p.status = 'active' and p.deleted_at is null
  order by a.created_at, p.id`

/** Recipients of a step. For push, only operators with a registered browser, because all operators are called at once. */
function recipientQuery({ who, priority, role, schedule_id, channel }: LadderStep, subject: AlertSubject) {
  switch (who) {
    case 'contacts':
      return sql<RecipientRow>`
        select 'contact' as kind, id, name, phone, email, '{}'::uuid[] as channels,
          ${organizationLocale(subject)} as locale
        from contacts
        where person_id = ${subject.person_id}
          and ${priority === null ? sql`true` : sql`priority = ${priority}`}
          and ${role === null ? sql`true` : sql`lower(role) = lower(${role})`}
        order by priority, created_at, id`
    case 'caregivers':
      return carers('caregiver', subject)
    case 'family':
      return carers('family_member', subject)
    case 'operators':
      return sql<RecipientRow>`
        select 'person' as kind, p.id, p.name, p.phone, p.email, ${pushChannelIds} as channels, p.locale
        from people p
        where p.role = 'operator' and p.status = 'active' and p.deleted_at is null
          and ${channel === 'push' ? sql`exists (select from notification_channels n where n.person_id = p.id)` : sql`true`}
        order by p.name, p.id`
    case 'safety_lead':
      return sql<RecipientRow>`
        select 'person' as kind, p.id, p.name, p.phone, p.email, ${pushChannelIds} as channels, p.locale
        from organizations o join people p on p.id = o.safety_lead_id and p.organization_id = o.id
        where o.id = ${subject.organization_id} and p.status = 'active' and p.deleted_at is null`
    case 'on_call':
      // Who is on call is decided when the delivery is due.
      return sql<RecipientRow>`
        select 'schedule' as kind, id, name, null as phone, null as email, array[id] as channels,
          ${organizationLocale(subject)} as locale
        from on_call_schedules
        where id::text = ${schedule_id ?? ''}
          and organization_id in (${subject.organization_id}, ${serviceOrganization})`
    case 'services':
      return sql<RecipientRow>`
        select 'service' as kind, id, name, phone, null as email, '{}'::uuid[] as channels,
          ${organizationLocale(subject)} as locale
        from emergency_services
        where organization_id = ${subject.organization_id} order by name, id`
    case 'webhooks':
      return sql<RecipientRow>`
        select 'webhook' as kind, id, url as name, null as phone, null as email, array[id] as channels,
          ${organizationLocale(subject)} as locale
        from notification_channels
        where organization_id = ${subject.organization_id} and kind = 'webhook' order by id`
  }
}

function addressesFor(channel: Channel, { phone, email, channels, kind }: RecipientRow): string[] {
  if (kind === 'schedule') return channels
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

const toRecipient = (channel: Channel, row: RecipientRow): Recipient => ({
  kind: row.kind,
  id: row.id,
  // A webhook URL often contains its secret: show only the host.
  name: row.kind === 'webhook' ? new URL(row.name).host : row.name,
  addresses: addressesFor(channel, row),
  language: matchLanguage(row.locale),
})

/** Resolves the recipients of a ladder step for a person, with their addresses. */
export async function resolveRecipients(
  db: Db,
  step: LadderStep,
  subject: AlertSubject,
): Promise<Recipient[]> {
  const { rows } = await recipientQuery(step, subject).execute(db)
  return rows.map(row => toRecipient(step.channel, row))
}

const staff = sql`('super_admin', 'admin', 'operator')`

/**
 * Who is on call as a recipient of an alert about a person. Null for someone who may not see the alert: a customer's
 * carer who is not assigned to the person.
 */
export async function resolveOnCallRecipient(
  db: Db,
  id: string,
  subject: AlertSubject,
  channel: Channel,
): Promise<Recipient | null> {
  const { rows } = await sql<RecipientRow>`
    select 'person' as kind, p.id, p.name, p.phone, p.email, ${pushChannelIds} as channels, p.locale
    from people p
    where p.id = ${id} and p.status = 'active' and p.deleted_at is null
      and (p.role in ${staff} or (p.organization_id = ${subject.organization_id}
        and (p.role = 'organization_admin' or exists (select from assignments a
          where a.caregiver_id = p.id and a.elderly_id = ${subject.person_id} and a.ended_at is null))))`.execute(
    db,
  )
  return rows[0] ? toRecipient(channel, rows[0]) : null
}

/** Operators by push and e-mail; the service's admins where there is no active operator. */
export async function resolveFallback(
  db: Db,
  excluded: ReadonlyMap<string, ExclusionReason>,
): Promise<{ channel: Channel; recipients: Recipient[] }[]> {
  const { rows } = await sql<RecipientRow>`
    select 'person' as kind, p.id, p.name, p.phone, p.email, ${pushChannelIds} as channels, p.locale
    from people p
    where p.status = 'active' and p.deleted_at is null and (p.role = 'operator'
      or (p.role in ('admin', 'super_admin') and not exists (select from people o
        where o.role = 'operator' and o.status = 'active' and o.deleted_at is null)))
    order by p.name, p.id`.execute(db)
  const called = rows.filter(({ id }) => id === null || !excluded.has(id))
  return (['push', 'mail'] as const).map(channel => ({
    channel,
    recipients: called.map(row => toRecipient(channel, row)).filter(({ addresses }) => addresses.length > 0),
  }))
}
