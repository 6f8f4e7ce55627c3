import { useTranslation } from 'react-i18next'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { FigureCondition, isChange, WatchedFigure } from '#contract/platform/figure-conditions.ts'
import { type FigureRule, figureRules } from '#contract/platform/figure-rules.ts'
import type { ChartData } from '../chart/chart-data.ts'
import { SeriesChart } from '../chart/series-chart.tsx'
import { useCanCall } from '../current-user.ts'
import { formatIn, useLocale } from '../format.ts'
import { QueryState } from '../query-state.tsx'
import type { PreviewProps } from '../resource/resource.ts'
import { Skeleton } from '../skeleton.tsx'
import { useCall } from '../use-call.ts'
import { useDebounced } from '../use-debounced.ts'

type Preview = ReplyOf<typeof figureRules.preview>
type Query = QueryOf<typeof figureRules.preview>

/** Milliseconds without typing after which a preview is computed. */
const typingMs = 600

/** What a preview depends on, as the query of its call; null while the form is incomplete. */
function queryOf(values: Record<string, unknown>): Query | null {
  const source = WatchedFigure.safeParse(values.source)
  const condition = FigureCondition.safeParse(values.condition)
  if (!source.success || !condition.success) return null
  const { name, figure, filters } = source.data
  const { kind, value, by, recovery } = condition.data
  const { period, every, hold, min_rows } = values as unknown as FigureRule
  return {
    ...{ name, figure, filters: JSON.stringify(filters), kind, by },
    ...(value !== null && { value }),
    ...(recovery !== null && { recovery }),
    ...(period && { period }),
    ...(every && { every }),
    ...(hold && { hold }),
    ...(min_rows && { min_rows }),
  } as Query
}

/** When a rule would have fired lately: what it compares, with its threshold. */
export function RulePreview({ values }: PreviewProps) {
  const { t } = useTranslation('figure-rules')
  const may = useCanCall()
  const key = useDebounced(JSON.stringify(queryOf(values)), typingMs)
  const query = JSON.parse(key) as Query | null
  const reading = useCall(
    figureRules.preview,
    { query: (query ?? {}) as never },
    { enabled: query !== null && may(figureRules.preview) },
  )
  if (!may(figureRules.preview)) return null
  if (!query) return <p>{t('preview.incomplete')}</p>
  return (
    <QueryState of={reading} failed={t('preview.failed')} skeleton={<Skeleton rows={4} />}>
      {preview => <PreviewChart of={preview} query={query} />}
    </QueryState>
  )
}

function PreviewChart({ of: preview, query }: { of: Preview; query: Query }) {
  const { t } = useTranslation(['figure-rules', 'resources'])
  const locale = useLocale()
  const { points, measured_unit: unit, step_hours, fired } = preview
  const { date, dateTime, day, time } = formatIn(locale, points[0]?.period.time_zone ?? 'UTC')
  const isHourly = step_hours < 24
  // Of complete days, the last one that counts.
  const shown = (point: Preview['points'][number]) =>
    Date.parse(isHourly ? point.at : point.period.to) - (isHourly ? 0 : 1)
  const threshold = query.kind === 'missing' ? 0 : (query.value ?? null)
  const measured = isChange(query.kind)
    ? t('preview.measured')
    : t(query.kind === 'missing' ? 'preview.rows' : 'resources:figure-rules.fields.value')
  const data: ChartData = {
    title: t('preview.title'),
    of: t('preview.at'),
    series: [
      { key: 'measured', title: measured, unit },
      { key: 'threshold', title: t('resources:figure-rule-changes.fields.threshold'), unit, tone: 'muted' },
      { key: 'fires', title: t('preview.fires'), unit, tone: 'bad' },
    ],
    points: points.map(point => {
      const at = shown(point)
      return {
        key: point.at,
        label: isHourly ? dateTime(at) : date(at),
        tick: isHourly ? time(at) : day(new Date(at).toISOString().slice(0, 10)),
        values: {
          measured: point.measured,
          threshold,
          fires: point.state === 'firing' ? point.measured : null,
        },
      }
    }),
  }
  const count = isHourly
    ? t('preview.hours', { hours: points.length, times: fired })
    : t('preview.days', { days: points.length, times: fired })
  const isEmpty = points.every(({ state }) => state === 'no_data')
  return (
    <SeriesChart
      data={data}
      lead={
        <span role="status">
          {[
            count,
            ...(isEmpty ? [t('preview.empty')] : []),
            ...(query.kind === 'missing' ? [] : [t(`better.${preview.better}`)]),
          ].join(' · ')}
        </span>
      }
      bands={[]}
      wide
    />
  )
}
