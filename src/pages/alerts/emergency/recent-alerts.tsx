import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { emergency } from '#contract/alerts/emergency.ts'
import { useFormat } from '#kit/format.ts'
import { useLiveStatus } from '#kit/live-status.ts'
import { QueryState } from '#kit/query-state.tsx'
import { Badge, type Tone } from '#kit/resource/badge.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { useCall } from '#kit/use-call.ts'
import styles from './recent-alerts.module.css'

/** Days of history to request. */
const days = 7
/** Maximum number of alerts to show. */
const limit = 5
/** Refetch interval in milliseconds while live updates are down. */
const refetchIntervalMs = 30_000

const tones: Record<string, Tone> = { active: 'red', resolved: 'green', pending: 'yellow' }

/** Recent alerts of one person or of everyone. */
export function RecentAlerts({ person }: { person: string | undefined }) {
  const { t } = useTranslation('emergency')
  const format = useFormat()
  const labels = useLabels('alerts')
  const isLive = useLiveStatus('alerts') === 'live'
  const history = useCall(
    emergency.history,
    { query: { days, limit, ...(person && { user_id: person }) } },
    { resource: 'alerts', ...(!isLive && { refetchIntervalMs }) },
  )
  return (
    <QueryState of={history} failed={t('recent.failed')}>
      {({ alerts }) =>
        alerts.length === 0 ? (
          <p className={styles.empty}>{t('recent.empty')}</p>
        ) : (
          <ul className={styles.list}>
            {alerts.map(({ id, type, status, timestamp, contacts_notified, location, test }) => (
              <li key={id}>
                <Link to={`/emergency/alerts/${id}`} className={styles.item}>
                  <span className={styles.what}>
                    <strong>{labels.option('type', type)}</strong>
                    <Badge tone={tones[status] ?? 'grey'}>{labels.option('status', status)}</Badge>
                    {test && <Badge tone="yellow">{t('test')}</Badge>}
                  </span>
                  <span className={styles.about}>
                    <time dateTime={timestamp}>{format.dateTime(timestamp)}</time>
                    {' · '}
                    {t('recent.notified', { count: contacts_notified })}
                    {location && ` · ${location}`}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </QueryState>
  )
}
