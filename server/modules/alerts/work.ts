import { setTimeout } from 'node:timers/promises'
import { noAddress } from '#contract/alerts.ts'
import { Undeliverable } from '#server/adapters/channels/channel.ts'
import type { Db } from '#server/db/open.ts'
import { type Entry, rememberValues, type WrittenLog, writeLogs } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { perform } from './act.ts'
import { beginLadder } from './ladder.ts'
import {
  alertsToRearm,
  type Claimed,
  channelOf,
  claim,
  forgetChannel,
  giveUpRepetitions,
  goOn,
  isExhausted,
  putBack,
  type Settled,
  settle,
} from './queue.ts'
import { followReceipts } from './receipts.ts'
import { hold } from './record.ts'
import { isOver } from './state.ts'
import { isReached, tell } from './tell.ts'

/** Milliseconds between two looks at what is due. */
const pace = 500
/** Deliveries that an instance has under way at once. */
const atOnce = 50
/** Attempts after which a delivery has failed; the pauses between them grow, in seconds. */
const pauses = [2, 8]

interface Options {
  /** Seconds after which another instance may take what this one has taken: longer than any channel's patience. */
  leaseSeconds: number
}
const usual: Options = { leaseSeconds: 45 }

type Working = Pick<Services, 'database' | 'channels' | 'changes' | 'config' | 'log'>

/**
 * Works on the ladders of all alerts, together with the other instances. A channel that takes its time keeps no other
 * call waiting, as long as this instance has room for it.
 */
export function workOnLadders(services: Services): void {
  const underWay = new Set<Promise<void>>()
  services.jobs.often('ladders', pace, async stopping => {
    while (!stopping.aborted) {
      await rearm(services)
      for (const work of await takeUp(services, usual, atOnce - underWay.size)) {
        underWay.add(work)
        void work.then(() => underWay.delete(work))
      }
      await setTimeout(pace, undefined, { signal: stopping }).catch(() => {
        // Called off, as the work ends.
      })
    }
    await Promise.all(underWay)
  })
}

/**
 * Arms anew what is due for it, makes the calls that are due, and waits for what becomes of them.
 * @returns how many calls it made
 */
export async function workOnce(services: Working, options: Options = usual): Promise<number> {
  await rearm(services)
  const works = await takeUp(services, options, atOnce)
  await Promise.all(works)
  return works.length
}

/**
 * Takes up calls that are due. A call is sent first and noted afterwards, so that none is lost; one whose instance died
 * between the two is sent again under the same key.
 */
async function takeUp(services: Working, { leaseSeconds }: Options, most: number): Promise<Promise<void>[]> {
  if (most <= 0) return []
  const claimed = await claim(services.database.db, most, leaseSeconds)
  return claimed.map(delivery =>
    deliver(services, delivery).catch(error =>
      // Its lease ends, and then it is tried again.
      services.log.error({ err: error, delivery: delivery.id }, 'a delivery could not be noted'),
    ),
  )
}

/** Writes activity logs in the transaction of what they tell, and tells the consoles once that has committed. */
async function recorded(
  { database, changes }: Working,
  work: (db: Db, record: (entry: Entry) => void) => Promise<void>,
): Promise<void> {
  const entries: Entry[] = []
  const logs: WrittenLog[] = await database.db.transaction().execute(async db => {
    await work(db, entry => entries.push(entry))
    return writeLogs(db, entries, { actor: null, requestId: null, ip: null, source: 'server' })
  })
  rememberValues(entries)
  changes.announce(logs)
}

async function rearm(services: Working): Promise<void> {
  const due = await services.database.db
    .selectFrom('alerts')
    .select('id')
    .where('rearm_at', '<=', new Date().toISOString())
    .limit(1)
    .executeTakeFirst()
  if (!due) return
  await recorded(services, async (db, record) => {
    for (const { id, organization_id, person_id } of await alertsToRearm(db, atOnce)) {
      const { after, facts } = await perform(db, await hold(db, id), { act: 'rearm' })
      if (facts.length === 0) {
        await db.updateTable('alerts').set({ rearm_at: null }).where('id', '=', id).execute()
        continue
      }
      await beginLadder(db, services.config, { id, organization_id, person_id, round: after.round })
      record({
        action: 'rearm',
        resourceType: 'alerts',
        resourceId: id,
        organizationId: organization_id,
        details: { round: after.round },
      })
    }
  })
}

interface Pause {
  /** In seconds. */
  pause: number
  answer: string
}

async function deliver(services: Working, delivery: Claimed): Promise<void> {
  const outcome = await send(services, delivery)
  if ('pause' in outcome) await tryAgain(services, delivery, outcome)
  else await note(services, delivery, outcome)
}

/** Has a call that failed be made again after a pause, unless it was called off while it was under way. */
async function tryAgain({ database }: Working, delivery: Claimed, { answer, pause }: Pause): Promise<void> {
  const { alert_id, round, step } = delivery
  await database.db.transaction().execute(async db => {
    // Held, or an acknowledgement of this very moment would not find the call among those that it stops.
    const alert = alert_id && step > 0 ? await hold(db, alert_id) : null
    const isCalledOff = alert && (alert.owner_id !== null || isOver(alert) || alert.round !== round)
    if (isCalledOff) await settle(db, delivery, { state: 'stopped', answer })
    else await putBack(db, delivery, answer, pause)
  })
}

/** Hands a delivery to its channel. */
async function send(
  { channels, database: { db } }: Working,
  { id, channel, address, message, attempts }: Claimed,
): Promise<Settled | Pause> {
  const by = channels[channel]
  if (!by.configured) return { state: 'not_configured', answer: `${by.name} is not configured` }
  if (address === null) return { state: 'failed', answer: noAddress }
  const isKept = channel === 'push' || channel === 'webhook'
  const kept = isKept ? await channelOf(db, address) : undefined
  if (isKept && !kept) return { state: 'failed', answer: 'This browser or webhook no longer exists' }
  try {
    return await by.send({ id, to: kept?.url ?? address, keys: kept?.keys, message })
  } catch (error) {
    const answer = (error as Error).message
    if (error instanceof Undeliverable) {
      if (/^(404|410)\b/.test(answer) && channel === 'push') await forgetChannel(db, address)
      return { state: 'failed', answer }
    }
    const pause = pauses[attempts - 1]
    return pause === undefined ? { state: 'failed', answer } : { pause, answer }
  }
}

/** Notes what became of a delivery, in the timeline of its alert as well, and lets the ladder go on. */
async function note(services: Working, delivery: Claimed, outcome: Settled): Promise<void> {
  const { id, alert_id, round, step } = delivery
  await recorded(services, async (db, record) => {
    // The alert first, as everybody does who holds both.
    const alert = alert_id ? await hold(db, alert_id) : null
    if (!(await settle(db, delivery, outcome))) return
    if (!alert) return followReceipts(db, record, null, id)
    const after = await tell(db, record, alert, delivery, { state: outcome.state, key: `delivery:${id}` })
    if (step > 0) {
      if (!isReached(outcome.state)) {
        await giveUpRepetitions(db, delivery, outcome)
        await goOn(db, delivery)
      }
      if (after.round === round && (await isExhausted(db, delivery)))
        await perform(db, after, { act: 'exhaust' }, `exhausted:${round}`)
    }
    await followReceipts(db, record, after, id)
  })
}
