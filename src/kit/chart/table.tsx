import type { ReactNode } from 'react'
import { useUnit } from '../analytics/use-unit.ts'
import styles from './chart.module.css'
import type { ChartData, Point, Series } from './data.ts'

interface TableProps {
  data: ChartData
  cell?: ((point: Point, series: Series) => ReactNode) | undefined
}

/** A chart's numbers as a table. */
export function Table({ data: { title, of, series, points }, cell }: TableProps) {
  const write = useUnit()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={title}>
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
              <th scope="row">{point.label}</th>
              {series.map(one => (
                <td key={one.key}>{cell?.(point, one) ?? write(one.unit, point.values[one.key] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
