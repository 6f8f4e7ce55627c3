import { post } from '#server/adapters/channels/post.ts'
import type { Db } from '#server/db/open.ts'
import { rememberValues, writeLogs } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { lagOf } from './queue.ts'

/** Seconds by which the ladder may be late before alarms count as not being processed. */
export const tolerance = 30
/** Milliseconds between two looks, and two heartbeats. */
const pace = 10_000

type Watching = Pick<Services, 'database' | 'config' | 'log' | 'changes'>

/** Whether alarms are processed, by what every instance sees in the queue. */
export async function processing(db: Db): Promise<{ alarms_processed: boolean; lag_seconds: number }> {
  const lag = await lagOf(db)
  return { alarms_processed: lag <= tolerance, lag_seconds: Math.round(lag * 10) / 10 }
}

/**
 * Looks whether alarms are processed. While they are, it says so to the configured address, whose owner is alarmed by
 * silence; when that changes, it is logged and told to every console.
 */
export function watchdog({ database, config, log, changes }: Watching): () => Promise<void> {
  let wasProcessed = true

  async function tell(alarms_processed: boolean, lag_seconds: number) {
    const entry = {
      action: alarms_processed ? 'ladder_recovered' : 'ladder_late',
      resourceType: 'alerts',
      details: { lag_seconds },
    }
    const logs = await database.db
      .transaction()
      .execute(db => writeLogs(db, [entry], { actor: null, requestId: null, ip: null, source: 'server' }))
    rememberValues([entry])
    changes.announce(logs)
  }

  return async () => {
    const { alarms_processed, lag_seconds } = await processing(database.db)
    if (alarms_processed !== wasProcessed) {
      wasProcessed = alarms_processed
      log[alarms_processed ? 'info' : 'error']({ lag_seconds }, 'whether alarms are processed has changed')
      await tell(alarms_processed, lag_seconds)
    }
    if (!alarms_processed || !config.HEARTBEAT_URL) return
    const body = JSON.stringify({ alarms_processed, lag_seconds, at: new Date().toISOString() })
    const headers = { 'content-type': 'application/json' }
    // The operator's own setting, not something that a user entered.
    await post({ url: config.HEARTBEAT_URL, headers, body, allowPrivate: true })
  }
}

/** Has every instance look every ten seconds. */
export const watchLadders = (services: Services): void =>
  services.jobs.often('ladder-watchdog', pace, watchdog(services))
