import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/alerts/alerts.ts'
import { readiness } from '#contract/alerts/emergency-services.ts'
import { useCall } from '#kit/use-call.ts'
import { PlaceText } from './place-text.tsx'

/** Refetch interval of the location in milliseconds. */
const refetchIntervalMs = 15_000

/** The person's location when the alert was raised and, while it is open, their latest location. */
export function AlertPlace({ alert }: { alert: Alert }) {
  const { t } = useTranslation('emergency')
  const { data } = useCall(
    readiness.locationStatus,
    { query: { user_id: alert.person_id } },
    { refetchIntervalMs, enabled: alert.status !== 'resolved' },
  )
  const now = data?.location
  const isNewer = now && Date.parse(now.located_at) > Date.parse(alert.located_at ?? alert.raised_at)
  return (
    <>
      <PlaceText location={alert} />
      {isNewer && (
        <div>
          {t('place.newer')}: <PlaceText location={now} />
        </div>
      )}
    </>
  )
}
