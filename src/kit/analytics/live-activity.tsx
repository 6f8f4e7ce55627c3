import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { LiveMetrics } from '#contract/analytics/metrics.ts'
import { useFormat } from '../format.ts'
import { QueryState } from '../query-state.tsx'
import { Skeleton } from '../skeleton.tsx'
import styles from './live-activity.module.css'
import { Panel } from './panel.tsx'

/** Live counters and their lists. */
const places = {
  active_translation_sessions: '/translation-sessions?status=active',
  active_conversations: '/sessions/active',
  online_devices: '/devices?status=online',
  open_alerts: '/emergency',
} as const

const awaited = (
  <div className={styles.awaited}>
    <Skeleton rows={1} height={88} />
  </div>
)

interface RightNowProps {
  of: UseQueryResult<LiveMetrics>
  /** Connection status. */
  tools?: ReactNode
}

/** Live counters, each linking to its list. */
export function LiveActivity({ of, tools }: RightNowProps) {
  const { t } = useTranslation('live')
  const format = useFormat()
  return (
    <Panel title={t('now.title')} lead={t('now.lead')} tools={tools}>
      <QueryState of={of} failed={t('now.failed')} skeleton={awaited}>
        {now => (
          <div className={styles.now}>
            <ul className={styles.places}>
              {(Object.keys(places) as (keyof typeof places)[]).map(name => (
                <li key={name}>
                  <Link to={places[name]}>
                    <strong className="numbers">{format.number(now[name])}</strong>
                    <span>{t(`now.${name}`)}</span>
                  </Link>
                </li>
              ))}
            </ul>
            <p className="numbers">
              {t('now.minute', {
                sessions: format.number(now.last_minute.translation_sessions),
                turns: format.number(now.last_minute.conversation_turns),
                events: format.number(now.last_minute.device_events),
                activities: format.number(now.last_minute.activities),
              })}
            </p>
          </div>
        )}
      </QueryState>
    </Panel>
  )
}
