import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useTranslation } from 'react-i18next'
import type { DutyWindow } from '#contract/alerts/ladders.ts'
import { Button } from '../button.tsx'
import { TimeField } from '../field.tsx'
import { useFormZone } from '../resource/form/form-zone.ts'
import { useLabels } from '../resource/labels.ts'
import type { Row } from '../resource/resource.ts'
import { weekdays } from './audiences.ts'
import styles from './ladder.module.css'

interface DutyInputProps {
  /** Step number, from 1. */
  position: number
  windows: readonly DutyWindow[]
  row: Row | undefined
  onChange: (windows: DutyWindow[]) => void
}

const officeHours: DutyWindow = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }

/** When the recipients of a step are on duty: always, or in weekly windows. */
export function DutyInput({ position, windows, row, onChange }: DutyInputProps) {
  const { t, i18n } = useTranslation('ladders')
  const labels = useLabels('ladders')
  const zone = useFormZone(row)
  const days = weekdays(i18n.language)
  const change = (at: number, part: Partial<DutyWindow>) =>
    onChange(windows.with(at, { ...(windows[at] as DutyWindow), ...part }))

  return (
    <fieldset className={styles.duty}>
      <legend>{labels.field('on_duty')}</legend>
      <p className={styles.quiet}>
        {windows.length === 0 ? t('always') : zone ? t('zone', { zone }) : t('zoneUnknown')}
      </p>
      {windows.map(({ days: on, from, to }, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a window is nothing but its values
          key={at}
          className={styles.window}
        >
          <legend className="spoken">{t('window', { place: position, window: at + 1 })}</legend>
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
        {t('addWindow')}
      </Button>
    </fieldset>
  )
}
