import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Period } from '#contract/kit/period.ts'
import type { FigureSourceName } from '#contract/platform/report-sources.ts'
import { formatIn, useLocale } from '../format.ts'
import { Freshness } from '../freshness.tsx'
import { Page } from '../page.tsx'
import { QueryState } from '../query-state.tsx'
import { figuresOf, SendOnSchedule } from '../reports/send-on-schedule.tsx'
import { Skeleton } from '../skeleton.tsx'
import { useNow } from '../use-now.ts'
import type { FigureFilters } from './figures.ts'
import styles from './period-text.module.css'
import { RangePicker } from './range-picker.tsx'
import { type Range, rangeQuery } from './use-range.ts'

interface FiguresPageProps<Data> {
  title: string
  lead: string
  range: Range
  /** The name of the screen in reports; without it, what is shown cannot be sent. */
  report?: FigureSourceName | undefined
  reading: UseQueryResult<Data>
  /** Shown when loading fails. */
  failed: string
  /** Provides the figures of the screen. */
  figures: ComponentType<{ time: FigureFilters; children: ReactNode }>
  /** Shown above and below the data, regardless of whether it was loaded. */
  choices?: ReactNode
  panel?: ReactNode
  children: (data: Data) => ReactNode
}

/** A screen of figures for one time range, loaded together. */
export const FiguresPage = <Data,>({
  title,
  lead,
  range,
  report,
  reading,
  failed,
  figures: Figures,
  choices,
  panel,
  children,
}: FiguresPageProps<Data>) => (
  <Page
    title={title}
    lead={lead}
    freshness={<Freshness of={reading} />}
    range={<RangePicker of={range} />}
    actions={report && <SendOnSchedule source={figuresOf(report, range.name)} name={title} isShort />}
  >
    {choices}
    <Figures time={rangeQuery(range)}>
      <QueryState of={reading} failed={failed} skeleton={<Skeleton rows={6} height={112} />}>
        {children}
      </QueryState>
    </Figures>
    {panel}
  </Page>
)

/**
 * The days covered, in the figures' own time zone, and whether the last day is still running; for rolling hours also
 * the time of day.
 */
export function PeriodText({ of, hours = false }: { of: Period; hours?: boolean }) {
  const { t } = useTranslation('analytics')
  const { date, dateTime, time } = formatIn(useLocale(), of.time_zone)
  const now = useNow()
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
          {t(date(to - 1) === date(now) ? 'period.partial' : 'period.cut', { time: time(to) })}
        </span>
      )}
    </p>
  )
}
