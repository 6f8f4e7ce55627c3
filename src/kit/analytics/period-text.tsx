import { useTranslation } from 'react-i18next'
import type { Period } from '#contract/period.ts'
import { formatIn, useFormat } from '../format.ts'
import styles from './period-text.module.css'

/**
 * The days that figures cover, by the calendar of their own zone, and whether the last of them is still running; of
 * rolling hours, the time of day as well.
 */
export function PeriodText({ of, hours = false }: { of: Period; hours?: boolean }) {
  const { t, i18n } = useTranslation('analytics')
  const { date, dateTime } = formatIn(i18n.language, of.time_zone)
  const write = hours ? dateTime : date
  const { time } = useFormat()
  const last = new Date(Math.max(Date.parse(of.from), Date.parse(of.to) - 1)).getTime()
  return (
    <p className={styles.period}>
      <span className="numbers">
        {t('period.days', { from: write(of.from), to: write(last), zone: of.time_zone })}
      </span>
      {of.partial && (
        <span className={styles.partial} title={t('period.partialHint')}>
          {t('period.partial', { time: time(of.to) })}
        </span>
      )}
    </p>
  )
}
