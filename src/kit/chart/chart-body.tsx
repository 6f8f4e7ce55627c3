import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnitFormat } from '../analytics/figures.ts'
import { ScrollArea } from '../scroll-area.tsx'
import styles from './chart-body.module.css'
import { type ChartData, extremes, type Point, type Series } from './chart-data.ts'

interface ChartBodyProps {
  of: ChartData
  asTable: boolean
  cell: ((point: Point, series: Series) => ReactNode) | undefined
  /** The drawing. */
  children: ReactNode
}

/** A chart's table, or its drawing with a summary for screen readers. */
export const ChartBody = ({ of, asTable, cell, children }: ChartBodyProps) =>
  asTable ? (
    <Table data={of} cell={cell} />
  ) : (
    <>
      <Summary of={of} />
      {children}
    </>
  )

/** Text summary of a chart for screen readers. */
export function Summary({ of: { series, points } }: { of: ChartData }) {
  const { t } = useTranslation('analytics')
  const write = useUnitFormat()
  const [first, last] = [points.at(0), points.at(-1)]
  if (!first || !last) return null
  const parts = series.map(({ key, title, unit }) => {
    const extreme = extremes(points, key)
    if (!extreme) return t('chart.none', { title })
    const { low, high } = extreme
    return t('chart.series', {
      title,
      low: write(unit, low.values[key] ?? null),
      lowAt: low.label,
      high: write(unit, high.values[key] ?? null),
      highAt: high.label,
      last: write(unit, last.values[key] ?? null),
    })
  })
  const running = last.partial ? [t('chart.lastRunning', { last: last.label })] : []
  const sentences = [t('chart.span', { first: first.label, last: last.label }), ...running, ...parts]
  return <p className="spoken">{sentences.join(' ')}</p>
}

interface TableProps {
  data: ChartData
  cell?: ((point: Point, series: Series) => ReactNode) | undefined
}

/** A chart's data as a table. */
export function Table({ data: { title, of, series, points }, cell }: TableProps) {
  const { t } = useTranslation('analytics')
  const write = useUnitFormat()
  return (
    <ScrollArea label={title} className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {series.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(point => (
            <tr key={point.key}>
              <th scope="row">
                {point.label} {point.partial && <em>{t('chart.running')}</em>}
                {point.markers?.map(({ kind, text }) => (
                  <span key={kind} className={styles.marker} data-kind={kind}>
                    {text}
                  </span>
                ))}
              </th>
              {series.map(one => (
                <td key={one.key}>{cell?.(point, one) ?? write(one.unit, point.values[one.key] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
