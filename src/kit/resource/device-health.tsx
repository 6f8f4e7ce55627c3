import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { batteryLow, chargeAt, deviceStateAt, statusAt } from '#contract/devices/device-health.ts'
import type { Device } from '#contract/devices/devices.ts'
import { useFormat } from '../format.ts'
import { useNow } from '../use-now.ts'
import { useWording } from '../wording.ts'
import { Badge, type Tone } from './badge.tsx'
import styles from './device-health.module.css'
import { gauge } from './gauge.tsx'
import type { FieldView, Row } from './resource.ts'

type KnownDevice = z.output<typeof Device>

/** The whole device, where the value stands beside the rest of it; in a history it stands alone. */
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

/** A device's status; an `online` that was not confirmed in time decays to unknown. */
export const deviceStatus: FieldView<KnownDevice['status']> = {
  show: (status, label, row) => <Status device={deviceIn(row)} status={status} label={label} />,
}

const stateTones = { late: 'yellow', silent: 'red' } as const

/** Seconds in the largest unit of which they are whole. */
function useInterval(seconds: number): string {
  const wording = useWording()
  const [unit, length] =
    (
      [
        ['day', 86_400],
        ['hour', 3_600],
        ['minute', 60],
      ] as const
    ).find(([, length]) => seconds % length === 0) ?? (['second', 1] as const)
  return wording.quantity(seconds / length, unit, 'long')
}

function LastSeen({ device, instant }: { device?: KnownDevice | undefined; instant: string }) {
  const { t } = useTranslation('resources')
  const format = useFormat()
  const now = useNow()
  const interval = useInterval(device?.report_interval_seconds ?? 0)
  const state = device && deviceStateAt(device, now).state
  const expected = device ? `, ${t('devices.expected', { interval })}` : ''
  return (
    <span className={styles.seen}>
      {(state === 'late' || state === 'silent') && (
        <Badge tone={stateTones[state]}>{t(`devices.states.${state}`)}</Badge>
      )}
      <time dateTime={instant} title={`${format.dateTime(instant)}${expected}`}>
        {format.ago(instant, Math.max(now, Date.parse(instant)))}
      </time>
    </span>
  )
}

/** How long ago a device was heard, and whether that is longer than its report interval allows. */
export const deviceLastSeen: FieldView<string> = {
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

/** A battery's charge; faded, with its age at hand, once that is too great for the charge to be known. */
export const deviceBattery: FieldView<number> = {
  show: (percent, label, row) => <Charge device={deviceIn(row)}>{full.show?.(percent, label)}</Charge>,
}

const RegistrationCode = lazy(async () => ({
  default: (await import('./registration-code.tsx')).RegistrationCode,
}))

/** What a device needs to know to report, as a code that it can scan: shown with its key, once. */
export const registrationCode = (row: Row) => (
  <Suspense fallback={<span className={styles.code} />}>
    <RegistrationCode id={row.id} name={String(row.name)} deviceKey={String(row.key)} />
  </Suspense>
)
