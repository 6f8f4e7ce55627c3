import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Alert } from '#contract/alerts/alerts.ts'
import { useAlertTitle } from '#kit/alerts/alert-queue.ts'
import { acknowledgementTarget, formatDuration } from '#kit/alerts/duration.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { Phone } from '#kit/phone.tsx'
import { Badge, type Tone } from '#kit/resource/badge.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { AlertActions } from '../actions/alert-actions.tsx'
import { AlertPlace } from '../alert-place.tsx'
import { useContacts } from '../contacts/use-contacts.ts'
import styles from './alert-card.module.css'

const severityTones: Record<Alert['severity'], Tone> = {
  critical: 'red',
  high: 'yellow',
  medium: 'blue',
  low: 'grey',
}

interface AlertCardProps {
  alert: Alert
  /** Server time in epoch milliseconds. */
  now: number
  /** Acknowledgement targets in seconds, ascending. */
  limits: readonly number[]
  /** Position in the queue, from 0. */
  position: number
  isOpen: boolean
  onOpen: () => void
}

/** An alert in the queue; the selected one expands to its actions. */
export function AlertCard({ alert, now, limits, position, isOpen, onOpen }: AlertCardProps) {
  const { t } = useTranslation('emergency')
  const labels = useLabels('alerts')
  const titleOf = useAlertTitle()
  const { id: me } = useCurrentUser()
  const body = useId()
  const card = useRef<HTMLLIElement>(null)
  const { severity, state, owner_id, owner_name, raised_at, next_escalation_at, rearm_at } = alert
  const waited = (now - Date.parse(raised_at)) / 1_000
  const { missed, next } = acknowledgementTarget(waited, limits)
  const timeUntil = (moment: string) => formatDuration((Date.parse(moment) - now) / 1_000)

  // An acknowledged alert moves down the queue: keep it in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position is what moves it out of view
  useEffect(() => {
    if (isOpen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, position])

  return (
    <li
      ref={card}
      className={styles.card}
      data-open={isOpen || undefined}
      data-waiting={owner_id === null ? Math.min(missed, 2) : undefined}
    >
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={body}
        onClick={onOpen}
      >
        <span className={styles.what}>
          <strong>{titleOf(alert)}</strong>
          <Badge tone={severityTones[severity]}>{labels.option('severity', severity)}</Badge>
          <Badge tone={owner_id ? 'green' : 'red'}>{labels.option('state', state)}</Badge>
        </span>
        <span className={styles.clocks}>
          {owner_id === null ? (
            <span className={styles.wait}>
              {t('queue.waiting', { time: formatDuration(waited) })}
              {limits.length > 0 &&
                ` · ${next === null ? t('queue.missed', { time: formatDuration(limits.at(-1) ?? 0) }) : t('queue.target', { time: formatDuration(next) })}`}
            </span>
          ) : (
            <span>{owner_id === me ? t('queue.mine') : t('queue.owner', { name: owner_name ?? '' })}</span>
          )}
          {owner_id === null && next_escalation_at && (
            <span>{t('queue.escalates', { time: timeUntil(next_escalation_at) })}</span>
          )}
          {owner_id === null && !next_escalation_at && rearm_at && <span>{t('queue.exhausted')}</span>}
          {rearm_at && <span>{t('queue.rearms', { time: timeUntil(rearm_at) })}</span>}
        </span>
      </button>
      <div id={body} hidden={!isOpen}>
        {isOpen && <OpenAlert alert={alert} />}
      </div>
    </li>
  )
}

function OpenAlert({ alert }: { alert: Alert }) {
  const { t } = useTranslation('emergency')
  const { data } = useContacts(alert.person_id)
  const contacts = data?.contacts.filter(({ id }) => !alert.excluded_ids.includes(id)) ?? []
  return (
    <div className={styles.body}>
      <AlertActions alert={alert} contact={contacts[0]} />
      <dl className={styles.facts}>
        <dt>{t('place.title')}</dt>
        <dd>
          <AlertPlace alert={alert} />
        </dd>
        {alert.voice_message && (
          <>
            <dt>{t('alert.transcript')}</dt>
            <dd>
              <bdi translate="no">“{alert.voice_message}”</bdi>
            </dd>
          </>
        )}
        <dt>{t('contacts.title')}</dt>
        <dd>
          {contacts.length === 0 ? (
            t('contacts.empty')
          ) : (
            <ul>
              {contacts.slice(0, 3).map(({ id, name, phone }) => (
                <li key={id}>
                  {name} {phone && <Phone className={styles.phone} of={phone} />}
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
      <Link to={`/emergency/alerts/${alert.id}`}>{t('queue.whole')}</Link>
    </div>
  )
}
