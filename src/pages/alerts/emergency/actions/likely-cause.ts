import type { z } from 'zod'
import type { Alert, AlertCause } from '#contract/alerts/alerts.ts'

export type Cause = z.infer<typeof AlertCause>

const causes: Record<string, Cause> = {
  fall: 'fall',
  medical: 'medical',
  medication: 'medical',
  distress: 'distress',
  self_harm: 'distress',
  abuse: 'distress',
  loneliness: 'distress',
  safe_area_left: 'wandering',
  safe_area_entered: 'wandering',
  test: 'test',
  full_cascade: 'test',
}

/** Default cause in the resolve dialog, by alert type. */
export const likelyCause = ({ type }: Pick<Alert, 'type'>): Cause => causes[type] ?? 'other'
