import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { LiveMetrics } from '#contract/analytics/metrics.ts'
import { Panel } from '../analytics/panel.tsx'
import { useFormat } from '../format.ts'
import { Reading } from '../reading.tsx'
import { Skeleton } from '../skeleton.tsx'
import styles from './right-now.module.css'

/** What goes on, and the list that holds exactly it. */
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
  /** How it is kept up to date. */
  tools?: ReactNode
}

/** What goes on at this moment, each number leading to its list. */
export function RightNow({ of, tools }: RightNowProps) {
  const { t } = useTranslation('live')
  const format = useFormat()
  return (
    <Panel title={t('now.title')} lead={t('now.lead')} tools={tools}>
      <Reading of={of} failed={t('now.failed')} skeleton={awaited}>
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
      </Reading>
    </Panel>
  )
}
