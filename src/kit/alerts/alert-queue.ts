import { useCallback } from 'react'
import { type Alert, alerts } from '#contract/alerts/alerts.ts'
import { useLiveStatus } from '../live-status.ts'
import { useLabels } from '../resource/labels.ts'
import { useCall } from '../use-call.ts'

/** Poll interval in milliseconds while there are no live updates. */
const pollIntervalMs = 30_000

/**
 * Open alerts visible to the user, of one person or of all, most urgent first; one query shared by all components. Polls in the background
 * too, because a hidden tab closes its stream but must still announce alerts.
 */
export function useAlertQueue(person?: string) {
  const isLive = useLiveStatus('alerts') === 'live'
  return useCall(alerts.queue, person ? { query: { user_id: person } } : {}, {
    resource: 'alerts',
    inBackground: true,
    ...(!isLive && { refetchIntervalMs: pollIntervalMs }),
  })
}

/** Display name of an alert: type and person. */
export function useAlertTitle() {
  const { option } = useLabels('alerts')
  return useCallback(
    ({ type, person_name }: Pick<Alert, 'type' | 'person_name'>) =>
      `${option('type', type)} · ${person_name}`,
    [option],
  )
}

const ids = new Set<string>()

/** Ids of alerts raised in this tab, which are not announced again. */
export const locallyRaisedAlerts = {
  add: (id: string) => void ids.add(id),
  has: (id: string) => ids.has(id),
}
