import type { FastifyBaseLogger } from 'fastify'
import type { ExclusionReason } from '#contract/alerts/exclusions.ts'
import type { LadderStep } from '#contract/alerts/ladders.ts'
import { type Channel, excludedRecipient, noOneOnCall, onCallNotAssigned } from '#contract/alerts/timeline.ts'
import type { Db } from '#server/db/open.ts'
import type { StepExclusion } from '#server/db/tables/alerts.ts'
import { databaseTime } from '#server/db/time.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { isOutage } from '#server/kit/problem.ts'
import { appendEvents, lockAlert } from '../commands.ts'
import { isCallingOperators } from '../exclude.ts'
import { type AlertSubject, type Exclusion, exclusionReasons, listExcluded } from '../exclusions.ts'
import { callFallback, exclusionOf, findAlertContext, lastQueued, queueCalls } from '../ladder.ts'
import type { Plan, PlannedCall, Recipient } from '../planner.ts'
import {
  advanceToNextStep,
  type ClaimedDelivery,
  type DeliveryOutcome,
  isExhausted,
  type Retry,
  recordOutcome,
  retryOrFail,
  settleRepeats,
} from '../queue.ts'
import type { WorkerServices } from '../rearm.ts'
import { resolveFallback, resolveOnCallRecipient } from '../recipients.ts'
import { isClosed } from '../state.ts'
import { removeLeased } from './deliveries.ts'
import { loadRota } from './queries.ts'
import { onCallAt } from './rota.ts'

type Resolved = { recipient: Recipient } | { recipient: null; answer: string }

/**
 * Who is on call for an alert at an instant. An alarm must not fail because of a schedule, so a damaged one counts as no
 * one on call. @throws while the database is unavailable
 */
async function resolveOnCall(
  db: Db,
  log: Pick<FastifyBaseLogger, 'error'>,
  scheduleId: string,
  subject: AlertSubject,
  { channel, instant }: { channel: Channel; instant: number },
): Promise<Resolved> {
  const none = { recipient: null, answer: noOneOnCall }
  try {
    const rota = await loadRota(db, scheduleId, { start: instant, end: instant + 1 })
    if (!rota || ![subject.organization_id, serviceOrganization].includes(rota.organization_id)) return none
    const person = onCallAt(rota, instant)
    if (person === null) return none
    const recipient = await resolveOnCallRecipient(db, person, subject, channel)
    return recipient ? { recipient } : { recipient: null, answer: onCallNotAssigned }
  } catch (error) {
    if (isOutage(error as Error)) throw error
    log.error({ err: error, schedule: scheduleId }, 'on-call schedule not readable')
    return none
  }
}

/** Why people are left out of a step: by the alert's exclusions, or by the step's own. */
async function reasonsFor(db: Db, subject: AlertSubject, alert: Exclusion, step: StepExclusion | null) {
  const byStep = step ? await listExcluded(db, subject, step) : []
  return new Map<string, ExclusionReason>([
    ...byStep.map(({ id }) => [id, 'ladder'] as const),
    ...(await exclusionReasons(db, subject, alert)),
  ])
}

const callsTo = (
  recipient: Recipient,
  { step, channel }: { step: number; channel: Channel },
  due: number,
): PlannedCall[] =>
  (recipient.addresses.length > 0 ? recipient.addresses : [null]).map(address => ({
    step,
    channel,
    recipient,
    address,
    due,
  }))

/**
 * Replaces a due delivery to a schedule by deliveries to whoever is on call now.
 * @returns the outcome if no one can be called, another attempt after a failure, or null once it is settled
 */
export async function callOnCall(
  services: WorkerServices,
  delivery: ClaimedDelivery,
): Promise<DeliveryOutcome | Retry | null> {
  const { database, log, config } = services
  const { alert_id, recipient_id, round, step, channel, on_call, attempts } = delivery
  const none: DeliveryOutcome = { state: 'failed', answer: noOneOnCall }
  if (!alert_id || !recipient_id) return none
  try {
    const alert = await database.db
      .selectFrom('alerts')
      .select(['organization_id', 'person_id'])
      .where('id', '=', alert_id)
      .executeTakeFirstOrThrow()
    const when = { channel, instant: await databaseTime(database.db) }
    const resolved = await resolveOnCall(database.db, log, recipient_id, alert, when)
    const { recipient } = resolved
    if (!recipient) return { state: 'failed', answer: resolved.answer }
    await database.db.transaction().execute(async db => {
      const locked = await lockAlert(db, alert_id)
      if (locked.owner_id !== null || isClosed(locked) || locked.round !== round) {
        await recordOutcome(db, delivery, { state: 'stopped', answer: '' })
        return
      }
      const exclusion = { ids: locked.excluded_ids, relationships: locked.excluded_relationships }
      const reason = (await reasonsFor(db, locked, exclusion, on_call)).get(recipient.id ?? '')
      if (reason) return leaveOut(services, db, delivery, recipient, reason)
      if (!(await removeLeased(db, delivery))) return
      const { organization_id } = locked
      const { position } = await lastQueued(db, alert_id, round)
      const context = await findAlertContext(db, alert_id)
      const queued = { id: alert_id, round, organization_id, context, firstPosition: position + 1 }
      await queueCalls(db, config, queued, callsTo(recipient, { step, channel }, when.instant))
    })
    return null
  } catch (error) {
    log.error({ err: error, delivery: delivery.id }, 'person on call not called')
    return retryOrFail(attempts, noOneOnCall)
  }
}

/** Skips a person on call who is excluded from the alert; where no one else is being called, the operators are. */
async function leaveOut(
  { config }: WorkerServices,
  db: Db,
  delivery: ClaimedDelivery,
  { kind, id, name }: Recipient,
  reason: ExclusionReason,
): Promise<void> {
  const { alert_id, round, step } = delivery
  const alert = await lockAlert(db, alert_id as string)
  const outcome: DeliveryOutcome = { state: 'stopped', answer: excludedRecipient }
  if (!(await recordOutcome(db, delivery, outcome))) return
  await settleRepeats(db, delivery, outcome)
  const details = { round, recipients: [{ kind, id, name, step, reason }] }
  const event = { type: 'left_out' as const, actor_id: null, details }
  const after = await appendEvents(db, alert, [event], { key: `left_out:${delivery.id}` })
  await advanceToNextStep(db, delivery)
  if ((await isExhausted(db, delivery)) || !(await isCallingOperators(db, after))) {
    const { id: alertId, organization_id, person_id } = alert
    await callFallback(db, config, { id: alertId, organization_id, person_id, round })
  }
}

interface SimulatedOnCall {
  db: Db
  log: Pick<FastifyBaseLogger, 'error'>
  subject: AlertSubject
  steps: readonly LadderStep[]
  exclusion: Exclusion
}

/** A plan with the calls to whoever is on call at the time; a call to a schedule remains where it reaches no one. */
export async function planOnCall(
  { calls, gaps, leftOut }: Plan,
  { db, log, subject, steps, exclusion }: SimulatedOnCall,
): Promise<Plan> {
  const planned: PlannedCall[] = []
  const found: Plan = { calls: [], gaps: [...gaps], leftOut: [...leftOut] }
  for (const call of calls) {
    const { step, channel, recipient, due } = call
    if (recipient.kind !== 'schedule' || !recipient.id) {
      planned.push(call)
      continue
    }
    const { recipient: person } = await resolveOnCall(db, log, recipient.id, subject, {
      channel,
      instant: due,
    })
    const reasons = await reasonsFor(db, subject, exclusion, exclusionOf(steps[step - 1]))
    const reason = person?.id ? reasons.get(person.id) : undefined
    if (person && !reason) {
      planned.push(...callsTo(person, call, due))
      continue
    }
    planned.push(call)
    if (
      !person ||
      !reason ||
      found.leftOut.some(left => left.step === step && left.recipient.id === person.id)
    )
      continue
    found.leftOut.push({ step, recipient: person, reason })
    if (steps.some(({ who }) => who === 'operators')) continue
    for (const { channel, recipients } of await resolveFallback(db, reasons))
      for (const operator of recipients)
        planned.push(...callsTo(operator, { step: steps.length + 1, channel }, due))
  }
  return { ...found, calls: planned.sort((a, b) => a.due - b.due) }
}
