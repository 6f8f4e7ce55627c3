import { useTranslation } from 'react-i18next'
import type { Period } from '#contract/kit/period.ts'
import { formatIn, useLocale } from '../format.ts'
import styles from './period-text.module.css'

/**
 * The days that figures cover, by the calendar of their own zone, and whether the last of them is still running; of
 * rolling hours, the time of day as well.
 */
export function PeriodText({ of, hours = false }: { of: Period; hours?: boolean }) {
  const { t } = useTranslation('analytics')
  const { date, dateTime, time } = formatIn(useLocale(), of.time_zone)
  const write = hours ? dateTime : date
  const [from, to] = [Date.parse(of.from), Date.parse(of.to)]
  if (from === to)
    return <p className={styles.period}>{t('period.ahead', { from: write(from), zone: of.time_zone })}</p>
  return (
    <p className={styles.period}>
      <span className="numbers">
        {t('period.days', { from: write(from), to: write(to - 1), zone: of.time_zone })}
      </span>
      {of.partial && (
        <span className={styles.partial} title={t('period.partialHint')}>
          {t('period.partial', { time: time(to) })}
        </span>
      )}
    </p>
  )
}
