import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled'
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled'
import MinusCircleFilled from '@ant-design/icons/MinusCircleFilled'
import WarningFilled from '@ant-design/icons/WarningFilled'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readiness } from '#contract/alerts/emergency-services.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { useFormat } from '#kit/format.ts'
import { useCall } from '#kit/use-call.ts'
import { PlaceText } from './place-text.tsx'
import styles from './system-status.module.css'

/** Refetch interval of locations in milliseconds. */
const refetchIntervalMs = 15_000

type Verdict = 'good' | 'partial' | 'bad' | 'unknown'
const verdictIcons: Record<Verdict, ReactNode> = {
  good: <CheckCircleFilled aria-hidden />,
  partial: <WarningFilled aria-hidden />,
  bad: <CloseCircleFilled aria-hidden />,
  unknown: <MinusCircleFilled aria-hidden />,
}

function StatusLine({ verdict, name, children }: { verdict: Verdict; name: string; children: ReactNode }) {
  return (
    <div className={styles.line} data-verdict={verdict}>
      <dt>
        {verdictIcons[verdict]}
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

interface SystemStatusProps {
  status: ReplyOf<typeof readiness.status>
  /** Whether the status is too old to be trusted. */
  isOutdated: boolean
  person: string | undefined
}

/** Readiness of the alarm path: ladder processing, channels and location. */
export function SystemStatus({ status, isOutdated, person }: SystemStatusProps) {
  const { t } = useTranslation('emergency')
  const format = useFormat()
  const { data: places } = useCall(
    readiness.locationStatus,
    { query: { ...(person && { user_id: person }) } },
    { refetchIntervalMs },
  )
  const { alarms_processed, lag_seconds, channels, heartbeat_configured, as_of } = status
  const verdict = (isGood: boolean): Verdict => (isOutdated ? 'unknown' : isGood ? 'good' : 'bad')
  const configuredChannels = channels.filter(({ configured }) => configured)
  const hasAllChannels = configuredChannels.length === channels.length
  const channelsVerdict =
    configuredChannels.length === 0 || hasAllChannels || isOutdated ? verdict(hasAllChannels) : 'partial'
  const location = places?.location
  return (
    <div className={styles.lines}>
      <dl>
        <StatusLine verdict={verdict(alarms_processed)} name={t('status.alarms')}>
          {isOutdated
            ? t('banner.unknown')
            : alarms_processed
              ? t('status.processed')
              : t('status.late', { count: Math.round(lag_seconds) })}
        </StatusLine>
        <StatusLine verdict={channelsVerdict} name={t('status.channels')}>
          {t('status.channelsConfigured', {
            configured: format.number(configuredChannels.length),
            total: format.number(channels.length),
          })}
          <ul className={styles.channels}>
            {channels.map(({ channel, configured }) => (
              <li key={channel}>
                {t(`channels.${channel}`)}: {t(configured ? 'status.configured' : 'status.notConfigured')}
              </li>
            ))}
          </ul>
        </StatusLine>
        <StatusLine
          verdict={places ? (places.gps_available ? 'good' : 'unknown') : 'unknown'}
          name={t('status.location')}
        >
          {places &&
            (location ? (
              <PlaceText location={location} />
            ) : person ? (
              t('place.unknown')
            ) : (
              t('status.located', {
                located: format.number(places.people_located),
                people: format.number(places.people),
              })
            ))}
        </StatusLine>
        <StatusLine verdict={heartbeat_configured ? verdict(true) : 'unknown'} name={t('status.heartbeat')}>
          {t(heartbeat_configured ? 'status.configured' : 'status.notConfigured')}
        </StatusLine>
      </dl>
      <p className={styles.age}>{t('status.asOf', { time: format.time(as_of) })}</p>
    </div>
  )
}
