import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Alert, LocatedDetails } from '#contract/alerts/alerts.ts'
import { ExclusionDetails } from '#contract/alerts/exclusions.ts'
import { type AlertEvent, Channel, DeliveryState } from '#contract/alerts/timeline.ts'
import { formatDuration } from '#kit/alerts/duration.ts'
import { useFormat } from '#kit/format.ts'
import { useLabels } from '#kit/resource/labels.ts'
import { Reference } from '#kit/resource/reference.tsx'
import { PlaceText } from '../place-text.tsx'
import styles from './timeline.module.css'

type TimelineEvent = z.output<typeof AlertEvent>

interface TimelineProps {
  events: readonly TimelineEvent[]
  alert: Alert
}

/** Events of an alert in order, with the time since it was raised. */
export function Timeline({ events, alert }: TimelineProps) {
  const { t } = useTranslation('emergency')
  const format = useFormat()
  const begun = Date.parse(alert.raised_at)
  return (
    <ol className={styles.timeline}>
      {events.map(event => (
        <li key={event.position} data-type={event.type}>
          <time dateTime={event.at} title={format.dateTime(event.at)} dir="ltr">
            +{formatDuration((Date.parse(event.at) - begun) / 1_000)}
          </time>
          <div>
            <p>
              <strong>{t(`timeline.types.${event.type}`)}</strong>
              {event.actor_name && ` · ${event.actor_name}`}
            </p>
            <Details event={event} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Details of an event: recipient and channel, note, reason, cause, new owner. */
function Details({ event: { at, details, type } }: { event: TimelineEvent }) {
  const { t } = useTranslation('emergency')
  const labels = useLabels('alerts')
  if (details === null) return <p className={styles.details}>{t('hidden')}</p>
  const located = type === 'located' ? LocatedDetails.safeParse(details).data : undefined
  if (located) {
    const {
      latitude,
      longitude,
      address = null,
      accuracy_m = null,
      at: located_at = at,
      distance_m,
    } = located
    return (
      <p className={styles.details}>
        <PlaceText location={{ latitude, longitude, address, accuracy_m, located_at, distance_m }} />
      </p>
    )
  }
  if (type === 'excluded' || type === 'left_out') return <Exclusion details={details} />
  const text = (name: string) => (typeof details[name] === 'string' ? (details[name] as string) : null)
  const channel = Channel.safeParse(details.channel)
  const outcome = DeliveryState.safeParse(details.outcome)
  const source = text('source')
  const cause = text('cause')
  const to = text('to')
  const parts = [
    text('contact') ?? text('recipient'),
    channel.success && t(`channels.${channel.data}`),
    outcome.success && t(`deliveries.states.${outcome.data}`),
    source && labels.option('source', source),
    cause && labels.option('cause', cause),
    typeof details.valid === 'boolean' && t(details.valid ? 'alert.valid' : 'alert.false'),
    text('resolution'),
    text('notes'),
    text('text'),
    text('reason'),
  ].filter((part): part is string => Boolean(part))
  return (
    <p className={styles.details}>
      {type === 'handed_over' && to && (
        <>
          {t('timeline.to')} <Reference resource="admins" id={to} />{' '}
        </>
      )}
      {[...new Set(parts)].map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' · '}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </p>
  )
}

/** Who was left out, and why: by category, by an operator with a reason, or by a step of the ladder. */
function Exclusion({ details }: { details: Record<string, unknown> }) {
  const { t } = useTranslation('emergency')
  const labels = useLabels('alerts')
  const contactLabels = useLabels('contacts')
  const { data } = ExclusionDetails.safeParse(details)
  if (!data) return null
  const { category, relationships, recipients, reason } = data
  const groups = relationships.map(name => contactLabels.option('relationship', name)).join(', ')
  return (
    <p className={styles.details}>
      {category && t('exclusion.byCategory', { category: labels.option('type', category), groups })}
      {reason && <bdi>{reason}</bdi>}
      {recipients.map(({ id, name, step, reason: why }) => (
        <Fragment key={`${id}${step}`}>
          {' · '}
          <bdi>{name}</bdi>
          {why && step && ` (${t('deliveries.step')} ${step}, ${t(`exclusion.reasons.${why}`)})`}
        </Fragment>
      ))}
    </p>
  )
}
