import { sql } from 'kysely'
import type { z } from 'zod'
import type { Alert } from '#contract/alerts.ts'
import type { Db } from '#server/db/open.ts'
import type { KnownCall } from '#server/kit/call.ts'
import { findPerson } from '#server/kit/person.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { alertTable } from './queries.ts'
import { append, type Held, hasHappened, hold } from './record.ts'
import { type Command, decide, type Fact, isOver, type Refusal } from './state.ts'

async function refusal(db: Db, refused: Refusal): Promise<Problem> {
  switch (refused.refused) {
    case 'taken': {
      const { name } = await db
        .selectFrom('people')
        .select('name')
        .where('id', '=', refused.owner)
        .executeTakeFirstOrThrow()
      return new Problem(409, `${name} already owns this alert`, { kind: 'taken' })
    }
    case 'unowned':
      return new Problem(409, 'This alert has no owner yet. Acknowledge it first.', { kind: 'unowned' })
    case 'over':
      return new Problem(409, 'This alert is closed', { kind: 'over' })
  }
}

/** Calls nobody any more whom the ladder has not called yet. What a hand ordered, step 0, still goes out. */
const stopLadder = (db: Db, id: string) =>
  db
    .updateTable('deliveries')
    .set({ state: 'stopped', settled_at: sql`now()` })
    .where('alert_id', '=', id)
    .where('state', '=', 'queued')
    .where('step', '>', 0)
    .execute()

/**
 * What follows of what happened: an acknowledgement stops the ladder and starts the clock after which it is armed anew;
 * what is over is called about no more.
 */
async function follow(db: Db, alert: Held, facts: readonly Fact[]): Promise<void> {
  const happened = (type: Fact['type']) => facts.some(fact => fact.type === type)
  if (isOver(alert)) {
    if (happened('resolved') || happened('cancelled')) {
      await stopLadder(db, alert.id)
      await db.updateTable('alerts').set({ rearm_at: null }).where('id', '=', alert.id).execute()
    }
    return
  }
  if (happened('acknowledged') || happened('handed_over')) await stopLadder(db, alert.id)
  // A test has no ladder.
  if (alert.test) return
  // A ladder that ended in nobody is begun again as well: an alert nobody answered must not fall silent.
  if (happened('acknowledged') || happened('handed_over') || happened('exhausted')) {
    const rearm_at = new Date(Date.now() + alert.rearm_after_seconds * 1_000).toISOString()
    await db.updateTable('alerts').set({ rearm_at }).where('id', '=', alert.id).execute()
  }
}

/** Has a command happen to an alert that is held. @returns the alert after it, and what happened. */
export async function perform(db: Db, alert: Held, command: Command, key?: string) {
  const facts = decide(alert, command)
  if ('refused' in facts) throw await refusal(db, facts)
  const after = await append(db, alert, facts, key === undefined ? {} : { key })
  await follow(db, after, facts)
  return { after, facts }
}

/** The caller's `Idempotency-Key`, which nobody else's can equal. */
function keyOf({ request, actor }: KnownCall): string | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? `${actor.id}:${key.slice(0, 200)}` : undefined
}

/**
 * Has a command of a caller happen to an alert within their reach; once, however often it is sent with the same key.
 * @throws Problem 404 for an alert out of reach, 409 for what the alert's state does not allow
 */
export async function act(call: KnownCall, id: string, command: Command): Promise<z.output<typeof Alert>> {
  const found = await alertTable.find(call, id)
  const alert = await hold(call.db, found.id)
  const key = keyOf(call)
  const repeated = key !== undefined && (await hasHappened(call.db, alert.id, key))
  const { facts } = repeated ? { facts: [] } : await perform(call.db, alert, command, key)
  call.record({
    action: command.act,
    resourceType: 'alerts',
    resourceId: alert.id,
    organizationId: alert.organization_id,
    details: { events: facts.map(({ type }) => type) },
  })
  return alertTable.find(call, alert.id)
}

/** Who a command is by: the person who calls. @throws Problem 409 for somebody about whom the alert is. */
export function helper(call: KnownCall): string {
  const { actor } = call
  if (actor.role === 'api_key') throw new Problem(422, 'Specify carer_id')
  if (actor.role === 'elderly_user')
    throw new Problem(409, 'You can’t answer your own alert. Cancel it instead.', {
      kind: 'own_alert',
    })
  return actor.id
}

/** The id of somebody within reach, or of the caller, who can see to alerts. @throws Problem 404 for others. */
export async function helperNamed(call: KnownCall, key: string): Promise<string> {
  const { actor } = call
  if (actor.role !== 'api_key' && (key === actor.id || key === String(actor.userId))) return helper(call)
  const person = await findPerson(call, key)
  if (!person || person.role === 'elderly_user') throw notFound('This person')
  return person.id
}
