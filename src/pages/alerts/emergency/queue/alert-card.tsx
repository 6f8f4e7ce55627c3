import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Alert } from '#contract/alerts/alerts.ts'
import { clockOf, standOf } from '#kit/alerts/clock.ts'
import { useAlertTitle } from '#kit/alerts/use-alert-title.ts'
import { useCaller } from '#kit/caller.ts'
import { Phone } from '#kit/phone.tsx'
import { Badge, type Tone } from '#kit/resource/badge.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { ActsBar } from '../acts/acts-bar.tsx'
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
  /** The server's time, in milliseconds of the epoch. */
  now: number
  /** Seconds within which alerts should be acknowledged, shortest first. */
  limits: readonly number[]
  isOpen: boolean
  onOpen: () => void
}

/** An alert of the queue: what, who, since when, what happens next; the open one with what can be done about it. */
export function AlertCard({ alert, now, limits, isOpen, onOpen }: AlertCardProps) {
  const { t } = useTranslation('emergency')
  const labels = useLabels('alerts')
  const titleOf = useAlertTitle()
  const { id: me } = useCaller()
  const body = useId()
  const card = useRef<HTMLLIElement>(null)
  const { severity, state, owner_id, owner_name, raised_at, next_escalation_at, rearm_at } = alert
  const waited = (now - Date.parse(raised_at)) / 1_000
  const { missed, next } = standOf(waited, limits)
  const until = (moment: string) => clockOf((Date.parse(moment) - now) / 1_000)

  useEffect(() => {
    if (isOpen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

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
              {t('queue.waiting', { time: clockOf(waited) })}
              {limits.length > 0 &&
                ` · ${next === null ? t('queue.missed', { time: clockOf(limits.at(-1) ?? 0) }) : t('queue.within', { time: clockOf(next) })}`}
            </span>
          ) : (
            <span>{owner_id === me ? t('queue.mine') : t('queue.owner', { name: owner_name ?? '' })}</span>
          )}
          {owner_id === null && next_escalation_at && (
            <span>{t('queue.escalates', { time: until(next_escalation_at) })}</span>
          )}
          {owner_id === null && !next_escalation_at && rearm_at && <span>{t('queue.vain')}</span>}
          {rearm_at && <span>{t('queue.rearms', { time: until(rearm_at) })}</span>}
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
  const contacts = data?.contacts ?? []
  return (
    <div className={styles.body}>
      <ActsBar alert={alert} contact={contacts[0]} />
      <dl className={styles.facts}>
        <dt>{t('place.title')}</dt>
        <dd>
          <AlertPlace alert={alert} />
        </dd>
        {alert.voice_message && (
          <>
            <dt>{t('alert.said')}</dt>
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
