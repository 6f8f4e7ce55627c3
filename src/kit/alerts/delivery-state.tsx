import { useTranslation } from 'react-i18next'
import {
  type DeliveryState,
  excludedRecipient,
  noAddress,
  noOneOnCall,
  onCallNotAssigned,
} from '#contract/alerts/timeline.ts'
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

interface DeliveryOutcomeProps {
  state: DeliveryState
  /** The carrier's or the server's own text. */
  answer: string | null
}

/** The delivery state of one call, with the carrier's answer where it adds information. */
export function DeliveryOutcome({ state, answer }: DeliveryOutcomeProps) {
  const { t } = useTranslation('emergency')
  const texts = new Map([
    [noAddress, t('deliveries.noAddress')],
    [excludedRecipient, t('deliveries.excluded')],
    [noOneOnCall, t('deliveries.noOneOnCall')],
    [onCallNotAssigned, t('deliveries.onCallNotAssigned')],
  ])
  const words = answer && (texts.get(answer) ?? answer)
  return (
    <>
      <Badge tone={tones[state]}>{t(`deliveries.states.${state}`)}</Badge>
      {words && state !== 'not_configured' && <small>{words}</small>}
    </>
  )
}
