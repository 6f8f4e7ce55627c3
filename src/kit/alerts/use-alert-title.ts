import { useCallback } from 'react'
import type { Alert } from '#contract/alerts/alerts.ts'
import { useLabels } from '../resource/labels.ts'

/** What an alert is called wherever it is named: what happened, and to whom. */
export function useAlertTitle() {
  const { option } = useLabels('alerts')
  return useCallback(
    ({ type, person_name }: Pick<Alert, 'type' | 'person_name'>) =>
      `${option('type', type)} · ${person_name}`,
    [option],
  )
}
