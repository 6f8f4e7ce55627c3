import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldKind } from '#contract/kit/fields.ts'
import { useCurrentUser } from '../../current-user.ts'
import { DateInput } from '../../date-input.tsx'
import { clockAt, instantAt } from '../day.ts'
import type { Filter } from '../filter.ts'
import styles from '../menu.module.css'

type Range = Extract<Filter, { by: 'between' }>
type End = 'from' | 'to'

interface RangeInputsProps {
  kind: FieldKind
  range: Range
  change: (range: Range) => void
}

/** Bounds of a range; either may be open. */
export function RangeInputs({ kind, range, change }: RangeInputsProps) {
  const { t } = useTranslation('kit')
  const id = useId()
  function set(end: End, value: string) {
    const { [end]: _, ...rest } = range
    change(value === '' ? rest : { ...range, [end]: value })
  }
  return (
    <div className={kind === 'instant' ? styles.ends : styles.pair}>
      {(['from', 'to'] as const).map(end =>
        kind === 'instant' ? (
          <InstantInputs key={end} end={end} value={range[end]} set={value => set(end, value)} />
        ) : (
          <div key={end} className={styles.caption}>
            <label htmlFor={`${id}-${end}`}>{t(`filter.${end}`)}</label>
            {kind === 'number' ? (
              <input
                id={`${id}-${end}`}
                className={styles.input}
                type="number"
                step="any"
                value={range[end] ?? ''}
                onChange={({ target }) => set(end, target.value)}
              />
            ) : (
              <DateInput
                id={`${id}-${end}`}
                kind="day"
                value={range[end] ?? ''}
                onChange={day => set(end, day)}
              />
            )}
          </div>
        ),
      )}
    </div>
  )
}

/** Added to an upper bound given as a minute, so that the whole minute is included. */
const wholeMinute = 59_999

interface InstantInputsProps {
  end: End
  value: string | undefined
  set: (value: string) => void
}

/** A bound for instants: a whole day, or a minute of it, in the user's time zone. */
function InstantInputs({ end, value = '', set }: InstantInputsProps) {
  const { t } = useTranslation('kit')
  const id = useId()
  const { time_zone: zone } = useCurrentUser()
  const { day, time } = value.length > 10 ? clockAt(value, zone) : { day: value, time: '' }

  function bound(day: string, time: string) {
    if (!day || !time) return set(day)
    const minute = instantAt(day, time, zone).getTime()
    set(new Date(end === 'from' ? minute : minute + wholeMinute).toISOString())
  }

  return (
    <div className={styles.instant}>
      <div className={styles.caption}>
        <label htmlFor={`${id}-day`}>{t(`filter.${end}`)}</label>
        <DateInput id={`${id}-day`} kind="day" value={day} onChange={day => bound(day, time)} />
      </div>
      <div>
        <label htmlFor={`${id}-time`} className="spoken">
          {t(`filter.times.${end}`)}
        </label>
        <DateInput
          id={`${id}-time`}
          kind="time"
          disabled={!day}
          value={time}
          onChange={time => bound(day, time)}
        />
      </div>
    </div>
  )
}
