import { post } from '#server/adapters/channels/post.ts'
import type { Db } from '#server/db/open.ts'
import { auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { queueLagSeconds } from './queue.ts'

/** Queue lag in seconds above which alarms count as not being processed. */
export const maxLagSeconds = 30
/** Interval in milliseconds between two checks, and between two heartbeats. */
const intervalMs = 10_000

type WatchdogServices = Pick<Services, 'database' | 'config' | 'log' | 'changes'>

/** Whether alarms are being processed, judged by the age of the shared queue. */
export async function checkAlarmProcessing(
  db: Db,
): Promise<{ alarms_processed: boolean; lag_seconds: number }> {
  const lag = await queueLagSeconds(db)
  return { alarms_processed: lag <= maxLagSeconds, lag_seconds: Math.round(lag * 10) / 10 }
}

/**
 * Checks whether alarms are being processed. While they are, posts a heartbeat to the configured URL, so that its
 * operator notices an outage. Changes are logged and broadcast to every console.
 */
export function watchdog({ database, config, log, changes }: WatchdogServices): () => Promise<void> {
  let wasProcessed = true

  const announceChange = (alarms_processed: boolean, lag_seconds: number) =>
    auditedTransaction({ database, changes }, systemOrigin, async (_db, audit) =>
      audit({
        action: alarms_processed ? 'ladder_recovered' : 'ladder_late',
        resourceType: 'alerts',
        details: { lag_seconds },
      }),
    )

  return async () => {
    const { alarms_processed, lag_seconds } = await checkAlarmProcessing(database.db)
    if (alarms_processed !== wasProcessed) {
      wasProcessed = alarms_processed
      log[alarms_processed ? 'info' : 'error']({ lag_seconds }, 'alarm processing state changed')
      await announceChange(alarms_processed, lag_seconds)
    }
    if (!alarms_processed || !config.HEARTBEAT_URL) return
    const body = JSON.stringify({ alarms_processed, lag_seconds, at: new Date().toISOString() })
    const headers = { 'content-type': 'application/json' }
    // Private addresses are allowed: the URL is operator configuration, not user input.
    await post({ url: config.HEARTBEAT_URL, headers, body, allowPrivate: true })
  }
}

/** Runs the watchdog on every instance. */
export const startLadderWatchdog = (services: Services): void =>
  services.jobs.poll('ladder-watchdog', intervalMs, watchdog(services))
