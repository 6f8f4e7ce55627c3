import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Channel } from '#contract/alerts/alerts.ts'
import type { LadderStep } from '#contract/alerts/ladders.ts'
import { builtInLadder } from '#contract/alerts/ladders.ts'
import { resourceLabels } from '#contract/kit/labels.ts'
import type { Language } from '#contract/kit/language.ts'
import { mapUrl } from '#contract/kit/map.ts'
import type { Message } from '#server/adapters/channels/channel.ts'
import { type Config, publicUrl } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { matchLanguage, textFinder, translator } from '#server/kit/texts.ts'
import { applyCommand, lockAlert } from './commands.ts'
import type { Recipient } from './planner.ts'
import { buildPlan, type Plan } from './planner.ts'

export interface AlertSubject {
  organization_id: string
  person_id: string
}

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
function recipientQuery({ who, priority, role, channel }: LadderStep, subject: AlertSubject) {
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

/** Resolves the recipients of each ladder step for a person, with their addresses. */
export async function resolveRecipients(
  db: Db,
  steps: readonly LadderStep[],
  subject: AlertSubject,
): Promise<Recipient[][]> {
  const recipients: Recipient[][] = []
  for (const step of steps) {
    const { rows } = await recipientQuery(step, subject).execute(db)
    recipients.push(
      rows.map(row => ({
        kind: row.kind,
        id: row.id,
        // A webhook URL often contains its secret: show only the host.
        name: row.kind === 'webhook' ? new URL(row.name).host : row.name,
        addresses: addressesFor(step.channel, row),
        language: matchLanguage(row.locale),
      })),
    )
  }
  return recipients
}

export interface EffectiveLadder {
  id: string | null
  name: string
  steps: LadderStep[]
  rearm_after_seconds: number
}

/** The ladder that applies to a person: their own, else their organization's, else the built-in one. */
export async function effectiveLadder(
  db: Db,
  { organization_id, person_id }: AlertSubject,
): Promise<EffectiveLadder> {
  const found = await db
    .selectFrom('ladders')
    .select(['id', 'name', 'steps', 'rearm_after_seconds'])
    .$narrowType<{ steps: LadderStep[] }>()
    .where('organization_id', '=', organization_id)
    .where(({ or, eb }) => or([eb('person_id', '=', person_id), eb('person_id', 'is', null)]))
    .orderBy(sql`person_id is null`)
    .limit(1)
    .executeTakeFirst()
  return found ?? { id: null, ...builtInLadder }
}

/** Plans a ladder for an alert that starts at an instant (milliseconds of the epoch). */
export async function planLadder(
  db: Db,
  subject: AlertSubject,
  steps: readonly LadderStep[],
  startedAt: number,
): Promise<Plan> {
  const { time_zone } = await db
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', subject.organization_id)
    .executeTakeFirstOrThrow()
  const recipients = await resolveRecipients(db, steps, subject)
  return buildPlan({ steps, recipients, startedAt, timeZone: time_zone })
}

interface MessageContext {
  id: string
  type: string
  severity: string
  person_name: string
  address: string | null
  latitude: number | null
  longitude: number | null
  voice_message: string | null
}

/** Renders the alert message in the recipient's language. */
function renderMessage(config: Config, alert: MessageContext, language: Language): Message {
  const { person_name: name, address, latitude, longitude, voice_message: words } = alert
  const t = translator(language, 'messages')
  const label = resourceLabels(textFinder(language), 'alerts').option
  const what = label('type', alert.type)
  const severity = label('severity', alert.severity)
  const lines = [
    t('alarm.needsHelp', { name, what, severity }),
    address && t('alarm.where', { address }),
    latitude !== null && longitude !== null && t('alarm.map', { link: mapUrl(latitude, longitude) }),
    words && t('alarm.said', { words }),
  ]
  return {
    title: t('alarm.title', { what }),
    text: lines.filter(Boolean).join('\n'),
    url: `${publicUrl(config)}/emergency/alerts/${alert.id}`,
    language,
  }
}

interface LadderStart extends AlertSubject {
  id: string
  round: number
}

/**
 * Queues every delivery of one round of an alert's ladder in the caller's transaction, so that an alert is raised if
 * and only if its deliveries are queued. Round and position make each delivery unique.
 */
export async function startLadder(
  db: Db,
  config: Config,
  { id, round, ...subject }: LadderStart,
): Promise<void> {
  const { steps, rearm_after_seconds } = await effectiveLadder(db, subject)
  const { calls } = await planLadder(db, subject, steps, Date.now())
  const context = await db
    .selectFrom('alerts')
    .innerJoin('people', 'people.id', 'alerts.person_id')
    .select([
      'alerts.id',
      'alerts.type',
      'severity',
      'people.name as person_name',
      'alerts.address',
      'latitude',
      'longitude',
      'voice_message',
    ])
    .where('alerts.id', '=', id)
    .executeTakeFirstOrThrow()
  if (calls.length > 0) {
    await db
      .insertInto('deliveries')
      .values(
        calls.map(({ step, channel, recipient, address, due }, position) => ({
          id: uuid(),
          organization_id: subject.organization_id,
          alert_id: id,
          round,
          step,
          position,
          channel,
          recipient_kind: recipient.kind,
          recipient_id: recipient.id,
          recipient: recipient.name,
          address,
          message: JSON.stringify(renderMessage(config, context, recipient.language)),
          due_at: new Date(due).toISOString(),
        })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  await db.updateTable('alerts').set({ rearm_after_seconds, rearm_at: null }).where('id', '=', id).execute()
  if (calls.length === 0)
    await applyCommand(db, await lockAlert(db, id), { act: 'exhaust' }, `exhausted:${round}`)
}
