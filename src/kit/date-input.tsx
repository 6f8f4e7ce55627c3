import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dates, useLazyModule } from './lazy-antd.ts'
import styles from './select.module.css'
import { toast } from './toasts.ts'

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
}

/** How a field begins that replaces a focused or opened stand-in. */
export type StartWith = 'closed' | 'focused' | 'open'

/** A field for a date or time, with a calendar. Until that is loaded, an input of the same size stands in its place. */
export function DateInput(props: DateInputProps) {
  const { id, value, disabled, isInvalid, describedBy } = props
  const { module, startWith, standIn } = useDates([id])
  if (module) return <module.DateBox {...props} startWith={startWith} />
  return (
    <input
      {...standIn}
      id={id}
      value={value.replace('T', ' ')}
      disabled={disabled}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      className={styles.standIn}
    />
  )
}

/** antd's calendars, which a click on the stand-in opens once they are loaded. */
function useDates(ids: readonly string[]) {
  const { t } = useTranslation()
  const [isWanted, setWanted] = useState(false)
  const module = useLazyModule(dates, () => {})
  const focused = ids.includes(document.activeElement?.id ?? '')
  function want() {
    setWanted(true)
    dates.load().catch(() => {
      setWanted(false)
      toast({ tone: 'bad', text: t('networkError') })
    })
  }
  return {
    module,
    startWith: (isWanted ? 'open' : focused ? 'focused' : 'closed') as StartWith,
    standIn: {
      readOnly: true,
      'aria-busy': isWanted,
      onClick: want,
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'ArrowDown' || key === 'Enter') want()
      },
    },
  }
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
  const { ids, from, to } = props
  const { module, startWith, standIn } = useDates([ids.from, ids.to])
  if (module) return <module.DaysBox {...props} startWith={startWith} />
  return (
    <span className={styles.standIn}>
      <input {...standIn} id={ids.from} value={from} className={styles.bare} />
      <input {...standIn} id={ids.to} value={to} className={styles.bare} />
    </span>
  )
}
