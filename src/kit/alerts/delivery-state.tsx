import { useTranslation } from 'react-i18next'
import type { DeliveryState } from '#contract/alerts.ts'
import { Badge, type Tone } from '../resource/badge.tsx'

const tones: Record<DeliveryState, Tone> = {
  queued: 'blue',
  sending: 'blue',
  sent: 'green',
  delivered: 'green',
  rehearsed: 'green',
  failed: 'red',
  not_configured: 'yellow',
  stopped: 'grey',
}

/** What became of a call of the ladder. */
export function DeliveryStateTag({ state }: { state: DeliveryState }) {
  const { t } = useTranslation('emergency')
  return <Badge tone={tones[state]}>{t(`deliveries.states.${state}`)}</Badge>
}
