import { useTranslation } from 'react-i18next'
import { type ReportSchedule, reportRepeats, scheduleSentence } from '#contract/platform/report-schedule.ts'
import { SelectField, TimeField } from '../field.tsx'
import { formatIn, useLocale } from '../format.ts'
import { weekdays } from '../ladder/audiences.ts'
import styles from '../ladder/ladder.module.css'
import type { CustomInputProps } from '../resource/resource.ts'

/** The schedule that the form begins with. */
export const usualSchedule: ReportSchedule = {
  repeat: 'weekly',
  weekdays: [1],
  month_day: null,
  time: '08:00',
}

/** Stands for the last day of the month. */
const lastDay = 0

/** Input for when a report is sent. */
export function ScheduleInput({ id, value, onChange }: CustomInputProps<ReportSchedule>) {
  const { t, i18n } = useTranslation('reports')
  const change = (part: Partial<ReportSchedule>) => onChange?.({ ...usualSchedule, ...value, ...part })
  const on = value?.weekdays ?? []
  return (
    <div id={id} className={styles.steps}>
      <SelectField
        label={t('input.repeat')}
        value={value?.repeat}
        options={reportRepeats.map(repeat => ({ value: repeat, label: t(`input.repeats.${repeat}`) }))}
        onChange={repeat => change({ repeat })}
      />
      {value?.repeat === 'weekly' && (
        <fieldset className={styles.duty}>
          <legend>{t('input.weekdays')}</legend>
          <div className={styles.days}>
            {weekdays(i18n.language).map(({ day, short, long }) => (
              <label key={day} title={long}>
                <input
                  type="checkbox"
                  aria-label={long}
                  checked={on.includes(day)}
                  onChange={({ target }) =>
                    change({
                      weekdays: target.checked ? [...on, day].sort() : on.filter(other => other !== day),
                    })
                  }
                />
                <span aria-hidden>{short}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {value?.repeat === 'monthly' && (
        <SelectField<number>
          label={t('input.day')}
          value={value.month_day ?? lastDay}
          options={[
            ...Array.from({ length: 28 }, (_, at) => ({
              value: at + 1,
              label: (at + 1).toLocaleString(i18n.language),
            })),
            { value: lastDay, label: t('input.lastDay') },
          ]}
          onChange={day => change({ month_day: day === lastDay ? null : day })}
        />
      )}
      {value && <TimeField label={t('input.time')} value={value.time} onChange={time => change({ time })} />}
    </div>
  )
}

interface ScheduleTextProps {
  schedule: ReportSchedule
  zone: string
  /** The next time, if it is sent again. */
  next: string | null
}

/** A schedule as a sentence: “Every Monday at 08:00, Europe/Madrid; next: 30 Nov”. */
export function ScheduleText({ schedule, zone, next }: ScheduleTextProps) {
  const { t, i18n } = useTranslation('reports')
  const { date } = formatIn(useLocale(), zone)
  const sentence = scheduleSentence(schedule, zone, i18n.language, (key, values) => t(key, values))
  return next ? t('schedule.next', { sentence, day: date(Date.parse(next)) }) : sentence
}
