import WarningFilled from '@ant-design/icons/WarningFilled'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Session, SessionStatus } from '#contract/conversations/conversations.ts'
import { useFormat } from '#kit/format.ts'
import { Badge, type Tone } from '#kit/resource/badge.tsx'
import styles from './session-list.module.css'

export const toneOf: Record<SessionStatus, Tone> = { active: 'green', paused: 'yellow', ended: 'grey' }

/** Sessions at or above this risk show a warning. */
const worrying = 0.4

interface SessionListProps {
  sessions: Session[]
  selected: string | null
  empty: string
  /** Builds the URL of a session on this screen. */
  linkTo: (id: string) => string
}

/** List of sessions; each links to itself on this screen. */
export function SessionList({ sessions, selected, empty, linkTo }: SessionListProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  if (sessions.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <ul className={styles.list}>
      {sessions.map(({ id, user_name, user_id, task, language, status, turns, started_at, highest_risk }) => (
        <li key={id}>
          <Link to={linkTo(id)} className={styles.item} aria-current={id === selected ? 'true' : undefined}>
            <span className={styles.name}>
              <bdi>{user_name}</bdi> <span className={styles.number}>#{user_id}</span>
            </span>
            <Badge tone={toneOf[status]}>{t(`status.${status}`)}</Badge>
            <span className={styles.about}>
              {t(`task.${task}`)} · {t(`languages.${language}`)} · {t('sessions.turns', { count: turns })}
            </span>
            <span className={styles.when}>
              {highest_risk !== null && highest_risk >= worrying && (
                <WarningFilled className={styles.warning} role="img" aria-label={t('message.flagged')} />
              )}
              <time dateTime={started_at}>{format.ago(started_at)}</time>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
