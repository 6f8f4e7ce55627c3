import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CareSummary } from '#contract/care/care.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import { Panel } from '#kit/analytics/panel.tsx'
import { useCanCall } from '#kit/current-user.ts'
import { useFormat } from '#kit/format.ts'
import { Phone } from '#kit/phone.tsx'
import { deviceBattery, deviceLastSeen, deviceStatus } from '#kit/resource/device-health.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import styles from './care.module.css'

/** The person's latest records of each kind, with links to the full lists. */
export const Records = ({ person }: { person: CareSummary }) => (
  <>
    <Alerts person={person} />
    <Conversations person={person} />
    <Devices person={person} />
    <Contacts person={person} />
  </>
)

/** Latest records of one kind, with a link to the full list. */
function RecentRecords({
  title,
  empty,
  all,
  children,
}: {
  title: string
  empty: string
  all: string
  children: ReactNode[]
}) {
  const { t } = useTranslation('care')
  return (
    <Panel
      title={title}
      tools={
        <Link to={all} aria-label={t('person.allOf', { what: title })}>
          {t('person.all')}
        </Link>
      }
    >
      {children.length === 0 ? (
        <p className={styles.quiet}>{empty}</p>
      ) : (
        <ul className={styles.rows}>{children}</ul>
      )}
    </Panel>
  )
}

function Alerts({ person }: { person: CareSummary }) {
  const { t } = useTranslation('care')
  const format = useFormat()
  const labels = useLabels('alerts')
  return (
    <RecentRecords
      title={t('person.alerts')}
      empty={t('person.noAlerts')}
      all={`/emergency?person=${person.id}`}
    >
      {person.alerts.map(({ id, type, status, raised_at }) => (
        <li key={id} className={styles.row}>
          <Link to={`/emergency/alerts/${id}`} className={styles.what}>
            {labels.option('type', type)}
          </Link>
          <span className={styles.quiet}>{labels.option('status', status)}</span>
          <time dateTime={raised_at}>{format.dateTime(raised_at)}</time>
        </li>
      ))}
    </RecentRecords>
  )
}

function Conversations({ person }: { person: CareSummary }) {
  const { t } = useTranslation('care')
  const format = useFormat()
  const may = useCanCall()
  if (!may(conversations.list)) return null
  return (
    <RecentRecords
      title={t('person.conversations')}
      empty={t('person.noConversations')}
      all={`/conversations?user_id=${person.user_id}`}
    >
      {person.conversations.map(({ id, started_at, turns, highest_risk }) => (
        <li key={id} className={styles.row}>
          <Link to={`/conversations?user_id=${person.user_id}&session=${id}`} className={styles.what}>
            <time dateTime={started_at}>{format.dateTime(started_at)}</time>
          </Link>
          <span className={styles.quiet}>{t('person.turns', { count: turns })}</span>
          {highest_risk !== null && (
            <span className={styles.quiet}>
              {t('person.risk', { percent: format.percent(Math.round(100 * highest_risk)) })}
            </span>
          )}
        </li>
      ))}
    </RecentRecords>
  )
}

function Devices({ person }: { person: CareSummary }) {
  const { t } = useTranslation('care')
  const labels = useLabels('devices')
  return (
    <RecentRecords
      title={t('person.devices')}
      empty={t('person.noDevices')}
      all={`/devices?person_id=${person.id}`}
    >
      {person.devices.map(device => (
        <li key={device.id} className={styles.row}>
          <Link to={`/devices/${device.id}`} className={styles.what}>
            {device.name}
          </Link>
          {deviceStatus.show?.(device.status, labels.option('status', device.status), device)}
          {device.battery !== null && deviceBattery.show?.(device.battery, '', device)}
          {device.last_seen_at && deviceLastSeen.show?.(device.last_seen_at, '', device)}
        </li>
      ))}
    </RecentRecords>
  )
}

function Contacts({ person }: { person: CareSummary }) {
  const { t } = useTranslation('care')
  const labels = useLabels('contacts')
  return (
    <RecentRecords
      title={t('person.contacts')}
      empty={t('person.noContacts')}
      all={`/contacts?person_id=${person.id}`}
    >
      {person.contacts.map(({ id, name, relationship, phone }) => (
        <li key={id} className={styles.row}>
          <Link to={`/contacts/${id}`} className={styles.what}>
            {name}
          </Link>
          <span className={styles.quiet}>{labels.option('relationship', relationship)}</span>
          {phone && <Phone of={phone} />}
        </li>
      ))}
    </RecentRecords>
  )
}
