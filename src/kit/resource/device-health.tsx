import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { batteryLow, chargeAt, deviceStateAt, statusAt } from '#contract/devices/device-health.ts'
import type { Device } from '#contract/devices/devices.ts'
import { useFormat } from '../format.ts'
import { useLocaleFormats } from '../locale-formats.ts'
import { useNow } from '../use-now.ts'
import { Badge, type Tone } from './badge.tsx'
import styles from './device-health.module.css'
import { gauge } from './field-views.tsx'
import type { FieldView, Row } from './resource.ts'

type KnownDevice = z.output<typeof Device>

/** The whole device if the value is shown within a row; undefined in a history. */
const deviceIn = (row: Row | undefined) => row as KnownDevice | undefined

const statusTones: Record<KnownDevice['status'], Tone> = {
  registered: 'blue',
  online: 'green',
  offline: 'yellow',
  faulty: 'red',
  retired: 'grey',
}

function Status({
  device,
  status,
  label,
}: {
  device?: KnownDevice | undefined
  status: KnownDevice['status']
  label: string
}) {
  const { t } = useTranslation('resources')
  const now = useNow()
  if (device && statusAt(device, now) === 'unknown') {
    return (
      <span title={t('devices.unconfirmed.hint')}>
        <Badge tone="grey">{t('devices.unconfirmed.status')}</Badge>
      </span>
    )
  }
  return <Badge tone={statusTones[status]}>{label}</Badge>
}

/** A device's status; an unconfirmed `online` decays to unknown. */
export const deviceStatus: FieldView<KnownDevice['status']> = {
  show: (status, label, row) => <Status device={deviceIn(row)} status={status} label={label} />,
}

const stateTones = { late: 'yellow', silent: 'red' } as const

function LastSeen({ device, instant }: { device?: KnownDevice | undefined; instant: string }) {
  const { t } = useTranslation('resources')
  const format = useFormat()
  const now = useNow()
  const interval = useLocaleFormats().duration(device?.report_interval_seconds ?? 0)
  const state = device && deviceStateAt(device, now).state
  const expected = device ? `, ${t('devices.expected', { interval })}` : ''
  return (
    <span className={styles.seen}>
      {(state === 'late' || state === 'silent') && (
        <Badge tone={stateTones[state]}>{t(`devices.options.state.${state}`)}</Badge>
      )}
      <time dateTime={instant} title={`${format.dateTime(instant)}${expected}`}>
        {format.ago(instant, Math.max(now, Date.parse(instant)))}
      </time>
    </span>
  )
}

/** When a device last reported, and whether that is overdue. */
export const deviceLastSeen: FieldView<string> = {
  width: 204,
  show: (instant, _, row) => <LastSeen device={deviceIn(row)} instant={instant} />,
}

const full = gauge(batteryLow)

function Charge({ device, children }: { device?: KnownDevice | undefined; children: ReactNode }) {
  const format = useFormat()
  const now = useNow()
  if (!device || chargeAt(device, now) !== 'unknown') return children
  return (
    <span className={styles.stale} title={format.ago(device.battery_at, now)}>
      {children}
    </span>
  )
}

/** Battery charge; faded, with its age as title, once it is too old to rely on. */
export const deviceBattery: FieldView<number> = {
  show: (percent, label, row) => <Charge device={deviceIn(row)}>{full.show?.(percent, label)}</Charge>,
}

const RegistrationCode = lazy(async () => ({
  default: (await import('./registration-code.tsx')).RegistrationCode,
}))

/** A QR code with what a device needs to register; shown once, with its key. */
export const registrationCode = (row: Row) => (
  <Suspense fallback={<span className={styles.code} />}>
    <RegistrationCode id={row.id} name={String(row.name)} deviceKey={String(row.key)} />
  </Suspense>
)
