import { dates, useLazyModule } from './lazy-antd.ts'
import styles from './select.module.css'

export interface DateInputProps {
  id: string
  /** A day (`2026-03-08`), a minute in local time (`2026-03-08T09:15`) or a time of day (`09:15`). */
  kind: 'day' | 'instant' | 'time'
  /** Empty without a date. */
  value: string
  onChange: (value: string) => void
  min?: string
  max?: string
  disabled?: boolean
  isInvalid?: boolean
  describedBy?: string | undefined
  /** Pixels, where it differs from other controls. */
  height?: number
}

const ignore = () => {}

/** A field for a date or time, with a calendar. */
export function DateInput(props: DateInputProps) {
  const { DateBox } = useLazyModule(dates, ignore) ?? {}
  if (DateBox) return <DateBox {...props} />
  const { id, value, height } = props
  return <input id={id} readOnly value={value} className={styles.standIn} style={{ height }} />
}

export interface DaysInputProps {
  ids: { from: string; to: string }
  from: string
  to: string
  onChange: (days: { from: string; to: string }) => void
  min: string
  max: string
  /** Where its days begin and end: decides which day is today. */
  timeZone: string
  /** Labels of ranges to choose at once. */
  presets: { thisMonth: string; lastMonth: string; thisYear: string }
}

/** Fields for the first and the last day of a range, with one calendar. */
export function DaysInput(props: DaysInputProps) {
  const { DaysBox } = useLazyModule(dates, ignore) ?? {}
  if (DaysBox) return <DaysBox {...props} />
  return <span className={styles.standIn} />
}
