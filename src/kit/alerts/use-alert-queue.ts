import { alerts } from '#contract/alerts/alerts.ts'
import { useLiveness } from '../liveness.ts'
import { useCall } from '../use-call.ts'

/** Milliseconds between two readings while changes do not come by themselves. */
const every = 30_000

/**
 * The alerts within reach that are not over, the most urgent first; one reading for all who show them. A tab that
 * nobody looks at gives its stream up after a while, and has to announce alerts all the same.
 */
export function useAlertQueue() {
  const isLive = useLiveness('alerts') === 'live'
  return useCall(alerts.queue, {}, { follows: 'alerts', unseen: true, ...(!isLive && { every }) })
}
