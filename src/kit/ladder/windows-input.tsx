import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useTranslation } from 'react-i18next'
import type { DutyWindow } from '#contract/alerts/duty.ts'
import { Button } from '../button.tsx'
import { TimeField } from '../field.tsx'
import { useLabels } from '../resource/labels.ts'
import { weekdays } from './audiences.ts'
import styles from './ladder.module.css'

interface WindowsInputProps {
  legend: string
  /** Whether the legend is visible elsewhere, as the label of a form's field. */
  hasLabel?: boolean
  /** What holds without windows, or the zone of their times. */
  note: string
  /** Accessible name of a window, by its number from 1. */
  nameOf: (window: number) => string
  addLabel: string
  windows: readonly DutyWindow[]
  onChange: (windows: DutyWindow[]) => void
}

const officeHours: DutyWindow = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }

/** Hours of a week. */
export function WindowsInput({
  legend,
  hasLabel = false,
  note,
  nameOf,
  addLabel,
  windows,
  onChange,
}: WindowsInputProps) {
  const { t, i18n } = useTranslation('ladders')
  const labels = useLabels('ladders')
  const days = weekdays(i18n.language)
  const change = (at: number, part: Partial<DutyWindow>) =>
    onChange(windows.with(at, { ...(windows[at] as DutyWindow), ...part }))

  return (
    <fieldset className={styles.duty}>
      <legend className={hasLabel ? 'spoken' : undefined}>{legend}</legend>
      <p className={styles.quiet}>{note}</p>
      {windows.map(({ days: on, from, to }, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a window is nothing but its values
          key={at}
          className={styles.window}
        >
          <legend className="spoken">{nameOf(at + 1)}</legend>
          <div className={styles.days}>
            {days.map(({ day, short, long }) => (
              <label key={day} title={long}>
                <input
                  type="checkbox"
                  aria-label={long}
                  checked={on.includes(day)}
                  onChange={({ target }) =>
                    change(at, {
                      days: target.checked ? [...on, day].sort() : on.filter(other => other !== day),
                    })
                  }
                />
                <span aria-hidden>{short}</span>
              </label>
            ))}
          </div>
          <TimeField
            label={labels.field('from')}
            value={from}
            onChange={from => change(at, { from })}
            error={from ? undefined : t('timeMissing')}
          />
          <TimeField
            label={labels.field('to')}
            value={to}
            onChange={to => change(at, { to })}
            error={to ? undefined : t('timeMissing')}
          />
          <Button variant="quiet" onClick={() => onChange(windows.toSpliced(at, 1))}>
            {t('removeWindow')}
          </Button>
          {to && from && to <= from && <p className={styles.quiet}>{t('overMidnight')}</p>}
          {on.length === 0 && (
            <p role="alert" className={styles.wrong}>
              {t('dayMissing')}
            </p>
          )}
        </fieldset>
      ))}
      <Button variant="quiet" icon={<PlusOutlined />} onClick={() => onChange([...windows, officeHours])}>
        {addLabel}
      </Button>
    </fieldset>
  )
}
