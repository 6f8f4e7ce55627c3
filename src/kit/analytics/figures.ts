import { type ComponentType, createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrillDownEndpoint, Figure, Unit } from '#contract/kit/figure.ts'
import type { FigureSourceName } from '#contract/platform/report-sources.ts'
import { useSearch } from '../address.ts'
import { useFormat } from '../format.ts'

/** Filters of a figure: facets of its group, or a time range of its own (`time_range`, `from`, `to`). */
export type FigureFilters = Readonly<Record<string, string>>

/** An opened figure: the query that opened it, and what it is compared with. */
export interface ComparedFigure {
  figure: string
  query: FigureFilters
  /** What it is compared with, if anything. */
  than: string | undefined
  compare(than: string | null): void
}

/** What a screen provides so that its figures can be opened. */
export interface Figures {
  /** Endpoint that opens them. */
  endpoint: DrillDownEndpoint
  /** The name of the screen, if its figures can be watched by rules. */
  source?: FigureSourceName
  definitions: Readonly<Record<string, Figure>>
  /** Query of the screen's time range. */
  time: FigureFilters
  /** Query parameters of all figures besides time and facets, such as the definition. */
  params?: FigureFilters
  /** What a card says below a figure's name. */
  note?(figure: string): string | undefined
  /** A part of the panel in which an opened figure can be compared. */
  Comparison?: ComponentType<ComparedFigure>
  /** Facets of the group. */
  facets: readonly string[]
  /** Display name and formula of a figure. */
  title(figure: string): string
  formula(figure: string): string
  part(part: string): string
  facet(facet: string): string
  value(facet: string, value: string): string
  /** URL of the list that holds exactly the figure's rows, if there is one. */
  list?(figure: string, period: { from: string; to: string }, held: FigureFilters): string | null
}

export const FiguresContext = createContext<Figures | null>(null)

export function useFigures(): Figures {
  const figures = useContext(FiguresContext)
  if (!figures) throw new Error('useFigures must be used within FiguresContext')
  return figures
}

/** Search parameter with the opened figure and its filters. */
const parameter = 'figure'

const encode = (value: string) => value.replace(/[%,:]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)
const decode = (value: string) => value.replace(/%(25|2c|3a)/g, decodeURIComponent)

/** The opened figure, kept in the URL: `?figure=mrr,plan:starter`. */
export function useOpenFigure() {
  const [search, change] = useSearch()
  const [figure = '', ...held] = (search.get(parameter) ?? '').split(',')
  const opened = figure
    ? {
        figure,
        held: Object.fromEntries(
          held.map(pair => pair.split(':')).map(([facet, value = '']) => [facet, decode(value)]),
        ) as FigureFilters,
      }
    : null
  const open = (figure: string, held: FigureFilters = {}) =>
    change({
      [parameter]: [
        figure,
        ...Object.entries(held).map(([facet, value]) => `${facet}:${encode(value)}`),
      ].join(','),
    })
  const close = () => change({ [parameter]: null }, { replace: true })
  return { opened, open, close }
}

/** Formats a value in its unit; null as a dash. */
export function useUnitFormat(): (unit: Unit, value: number | null) => string {
  const { t } = useTranslation('analytics')
  const format = useFormat()
  return (unit, value) => {
    if (unit === 'money') return format.money(value)
    if (unit === 'percent') return format.percent(value)
    if (unit === 'milliseconds' && value !== null) return t('milliseconds', { value: format.number(value) })
    return format.number(value)
  }
}
