import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnit } from '../analytics/use-unit.ts'
import { Scroller } from '../scroller.tsx'
import type { ChartData, Point, Series } from './data.ts'
import styles from './plot.module.css'

interface TableProps {
  data: ChartData
  cell?: ((point: Point, series: Series) => ReactNode) | undefined
}

/** A chart's numbers as a table. */
export function Table({ data: { title, of, series, points }, cell }: TableProps) {
  const { t } = useTranslation('analytics')
  const write = useUnit()
  return (
    <Scroller label={title} className={styles.scroll}>
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
              </th>
              {series.map(one => (
                <td key={one.key}>{cell?.(point, one) ?? write(one.unit, point.values[one.key] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
