import { sql } from 'kysely'
import type { z } from 'zod'
import type { Alert } from '#contract/alerts/alerts.ts'
import { type AlertRecipient, exclusions } from '#contract/alerts/exclusions.ts'
import { excludedRecipient } from '#contract/alerts/timeline.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { applyCommand, type LockedAlert, lockAlert } from './commands.ts'
import { type AlertSubject, exclusionReasons, listExcluded, listKnownRecipients } from './exclusions.ts'
import { callFallback, startLadder } from './ladder.ts'
import { alertTable } from './queries.ts'
import { advanceToNextStep, isExhausted } from './queue.ts'

interface ExcludedAlert extends AlertSubject {
  excluded_ids: readonly string[]
  excluded_relationships: LockedAlert['excluded_relationships']
}

const exclusionOf = ({ excluded_ids: ids, excluded_relationships: relationships }: ExcludedAlert) => ({
  ids,
  relationships,
})

/** @throws Problem 409 if the exclusions of an alert cover a person, also one assigned since it was raised */
export async function requireNotExcluded(db: Db, alert: ExcludedAlert, id: string): Promise<void> {
  const excluded = await listExcluded(db, alert, exclusionOf(alert))
  if (excluded.some(recipient => recipient.id === id))
    throw new Problem(409, 'This person is excluded from this alert', { kind: 'excluded' })
}

async function listRecipients(db: Db, alert: ExcludedAlert): Promise<AlertRecipient[]> {
  const known = await listKnownRecipients(db, alert, exclusionOf(alert))
  const reasons = await exclusionReasons(db, alert, exclusionOf(alert))
  return known.map(({ excluded: _, ...recipient }) => ({
    ...recipient,
    excluded: reasons.get(recipient.id) ?? null,
  }))
}

/** Stops the queued deliveries to excluded recipients. @returns the steps that they were of */
async function stopDeliveries(db: Db, alertId: string, ids: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ step: number }>`
    update deliveries set state = 'stopped', answer = ${excludedRecipient}, settled_at = now()
    where alert_id = ${alertId} and state = 'queued' and recipient_id = any(${ids}::uuid[])
    returning step`.execute(db)
  return [...new Set(rows.map(({ step }) => step))].sort((a, b) => a - b)
}

/** Whether a round of an alert's ladder has reached an operator or is about to. */
export async function isCallingOperators(db: Db, { id, round }: LockedAlert): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from deliveries d join people p on p.id = d.recipient_id
      where d.alert_id = ${id} and d.round = ${round} and p.role = 'operator'
        and d.state in ('queued', 'sending', 'sent', 'delivered')) as found`.execute(db)
  return rows[0]?.found ?? false
}

/**
 * Excludes a recipient, and everyone who is the same human being, from an alert. An owner who is excluded loses the
 * alert, whose ladder then starts again without them. Steps left empty are skipped at once, and where no one else is
 * being called, the operators are.
 */
async function exclude(
  call: AuthenticatedCall & { params: { id: string }; body: { recipient_id: string; reason: string } },
): Promise<z.output<typeof Alert>> {
  const { db, actor, body, params, services } = call
  const row = await alertTable.find(call, params.id)
  const alert = await lockAlert(db, row.id)
  const { id, organization_id, person_id } = alert
  const recipients = await listExcluded(db, alert, { ids: [body.recipient_id], relationships: [] })
  if (recipients.length === 0) throw invalidField('recipient_id', 'Not a recipient of this alert')
  if (body.recipient_id === actor.id) throw invalidField('recipient_id', 'You can’t exclude yourself')
  const { after, events } = await applyCommand(db, alert, {
    act: 'exclude',
    by: actor.id,
    reason: body.reason,
    recipients,
  })
  if (events.length > 0) {
    const ladder = { id, organization_id, person_id, round: after.round }
    const steps = await stopDeliveries(
      db,
      id,
      recipients.map(recipient => recipient.id),
    )
    if (after.round !== alert.round) await startLadder(db, services.config, ladder)
    else if (!after.test && after.owner_id === null) {
      for (const step of steps) await advanceToNextStep(db, { alert_id: id, round: after.round, step })
      const isEveryoneExcluded = await isExhausted(db, { alert_id: id, round: after.round })
      if (isEveryoneExcluded || (steps.length > 0 && !(await isCallingOperators(db, after))))
        await callFallback(db, services.config, ladder)
    }
    call.audit({
      action: 'exclude',
      resourceType: 'alerts',
      resourceId: id,
      organizationId: organization_id,
      details: {
        reason: body.reason,
        recipients: recipients.map(recipient => recipient.id),
        events: events.map(({ type }) => type),
      },
    })
  }
  return alertTable.find(call, id)
}

export default serve(exclusions)({
  recipients: async call => ({
    recipients: await listRecipients(call.db, await alertTable.find(call, call.params.id)),
  }),
  exclude,
})
