import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Relationship } from '#contract/alerts/contacts.ts'
import type { ExclusionReason } from '#contract/alerts/exclusions.ts'
import { builtInCategoryLadders, builtInLadder, type LadderStep } from '#contract/alerts/ladders.ts'
import { resourceLabels } from '#contract/kit/labels.ts'
import type { Language } from '#contract/kit/language.ts'
import { mapUrl } from '#contract/kit/urls.ts'
import type { Message } from '#server/adapters/channels/channel.ts'
import { type Config, publicUrl } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import type { StepExclusion } from '#server/db/tables/alerts.ts'
import { databaseTime } from '#server/db/time.ts'
import { textFinder, translator } from '#server/kit/texts.ts'
import { appendEvents, applyCommand, lockAlert, noRearmFailures } from './commands.ts'
import {
  type AlertSubject,
  type Exclusion,
  exclusionReasons,
  listExcluded,
  noExclusion,
} from './exclusions.ts'
import { buildPlan, type Plan, type PlannedCall, type Recipient } from './planner.ts'
import { resolveFallback, resolveRecipients } from './recipients.ts'

export interface EffectiveLadder {
  id: string | null
  name: string
  steps: LadderStep[]
  rearm_after_seconds: number
}

/**
 * The ladder that applies to an alert about a person: one for the alert's category, else a general one. Of each, the
 * person's own comes before their organization's, and that before the built-in one.
 * @param type type of the alert, or its category
 */
export async function effectiveLadder(
  db: Db,
  { organization_id, person_id }: AlertSubject,
  type: string | null,
): Promise<EffectiveLadder> {
  const builtIn = type === null ? undefined : builtInCategoryLadders.get(type)
  const ladder = await db
    .selectFrom('ladders')
    .select(['id', 'name', 'steps', 'rearm_after_seconds'])
    .$narrowType<{ steps: LadderStep[] }>()
    .where('organization_id', '=', organization_id)
    .where(({ or, eb }) => or([eb('person_id', '=', person_id), eb('person_id', 'is', null)]))
    .where(({ or, eb }) => or([eb('category', '=', type), ...(builtIn ? [] : [eb('category', 'is', null)])]))
    .orderBy(sql`category is null`)
    .orderBy(sql`person_id is null`)
    .limit(1)
    .executeTakeFirst()
  return ladder ?? { id: null, ...(builtIn ?? builtInLadder) }
}

/** Plans a ladder for an alert that starts at an instant (milliseconds of the epoch). */
export async function planLadder(
  db: Db,
  subject: AlertSubject,
  steps: readonly LadderStep[],
  startedAt: number,
  exclusion: Exclusion = noExclusion,
): Promise<Plan> {
  const { time_zone } = await db
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', subject.organization_id)
    .executeTakeFirstOrThrow()
  const reasons = await exclusionReasons(db, subject, exclusion)
  const recipients: Recipient[][] = []
  const excluded: Map<string, ExclusionReason>[] = []
  for (const step of steps) {
    recipients.push(await resolveRecipients(db, step, subject))
    const byStep = await listExcluded(db, subject, exclusionOf(step))
    excluded.push(new Map([...byStep.map(({ id }) => [id, 'ladder'] as const), ...reasons]))
  }
  const isAnyExcluded = excluded.some(({ size }) => size > 0)
  const fallback = isAnyExcluded ? await resolveFallback(db, reasons) : []
  return buildPlan({ steps, recipients, excluded, fallback, startedAt, timeZone: time_zone })
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
    words && t('alarm.quote', { words }),
  ]
  return {
    title: t('alarm.title', { what }),
    text: lines.filter(Boolean).join('\n'),
    url: `${publicUrl(config)}/emergency/alerts/${alert.id}`,
    language,
  }
}

export interface LadderStart extends AlertSubject {
  id: string
  round: number
}

export const findAlertContext = (db: Db, id: string) =>
  db
    .selectFrom('alerts')
    .innerJoin('people', 'people.id', 'alerts.person_id')
    .select([
      'alerts.id',
      'alerts.type',
      'excluded_ids',
      'excluded_relationships',
      'severity',
      'people.name as person_name',
      'alerts.address',
      'latitude',
      'longitude',
      'voice_message',
    ])
    .where('alerts.id', '=', id)
    .$narrowType<{ excluded_relationships: Relationship[] }>()
    .executeTakeFirstOrThrow()

/** Queues calls of an alert's round. Round and position make each delivery unique. */
export async function queueCalls(
  db: Db,
  config: Config,
  { id, round, organization_id, context, steps = [], firstPosition = 0 }: QueuedRound,
  calls: readonly PlannedCall[],
): Promise<void> {
  if (calls.length === 0) return
  await db
    .insertInto('deliveries')
    .values(
      calls.map(({ step, channel, recipient, address, due }, index) => ({
        id: uuid(),
        organization_id,
        alert_id: id,
        round,
        step,
        position: firstPosition + index,
        channel,
        recipient_kind: recipient.kind,
        recipient_id: recipient.id,
        recipient: recipient.name,
        address,
        message: JSON.stringify(renderMessage(config, context, recipient.language)),
        due_at: new Date(due).toISOString(),
        on_call: recipient.kind === 'schedule' ? JSON.stringify(exclusionOf(steps[step - 1])) : null,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Whom a step leaves out. */
export const exclusionOf = (step?: LadderStep): StepExclusion => ({
  ids: step?.exclude_ids ?? [],
  relationships: step?.exclude_relationships ?? [],
})

interface QueuedRound extends Pick<LadderStart, 'id' | 'round' | 'organization_id'> {
  context: MessageContext
  steps?: readonly LadderStep[]
  firstPosition?: number
}

/**
 * Queues every delivery of one round of an alert's ladder in the caller's transaction, so that an alert is raised if
 * and only if its deliveries are queued.
 */
export async function startLadder(
  db: Db,
  config: Config,
  { id, round, ...subject }: LadderStart,
): Promise<void> {
  const context = await findAlertContext(db, id)
  const exclusion = { ids: context.excluded_ids, relationships: context.excluded_relationships }
  const { steps, rearm_after_seconds } = await effectiveLadder(db, subject, context.type)
  const { calls, leftOut } = await planLadder(db, subject, steps, await databaseTime(db), exclusion)
  await queueCalls(db, config, { id, round, organization_id: subject.organization_id, context, steps }, calls)
  await db
    .updateTable('alerts')
    .set({ ...noRearmFailures, rearm_after_seconds, rearm_at: null })
    .where('id', '=', id)
    .execute()
  if (leftOut.length > 0) {
    const recipients = leftOut.map(({ step, recipient: { kind, id, name }, reason }) => ({
      kind,
      id,
      name,
      step,
      reason,
    }))
    const event = { type: 'left_out' as const, actor_id: null, details: { round, recipients } }
    await appendEvents(db, await lockAlert(db, id), [event], { key: `left_out:${round}` })
  }
  if (calls.length === 0)
    await applyCommand(db, await lockAlert(db, id), { act: 'exhaust' }, `exhausted:${round}`)
}

/** The highest step and position of a round's deliveries; 0 and -1 without any. */
export const lastQueued = (db: Db, alertId: string, round: number) =>
  db
    .selectFrom('deliveries')
    .select(({ fn, lit }) => [
      fn.coalesce(fn.max('step'), lit(0)).as('step'),
      fn.coalesce(fn.max('position'), lit(-1)).as('position'),
    ])
    .where('alert_id', '=', alertId)
    .where('round', '=', round)
    .executeTakeFirstOrThrow()

/** Calls the operators now, after the last step of a round whose recipients were excluded. */
export async function callFallback(
  db: Db,
  config: Config,
  { id, round, ...subject }: LadderStart,
): Promise<void> {
  const context = await findAlertContext(db, id)
  const { step, position } = await lastQueued(db, id, round)
  const due = await databaseTime(db)
  const excluded = new Map(context.excluded_ids.map(excludedId => [excludedId, 'operator'] as const))
  const calls = (await resolveFallback(db, excluded)).flatMap(({ channel, recipients }) =>
    recipients.flatMap(recipient =>
      recipient.addresses.map(address => ({ step: step + 1, channel, recipient, address, due })),
    ),
  )
  const { organization_id } = subject
  await queueCalls(db, config, { id, round, organization_id, context, firstPosition: position + 1 }, calls)
}
