import type { ChartData, Point } from './data.ts'
import styles from './plot.module.css'
import { Plot } from './plot.tsx'
import { scaleOf } from './scale.ts'
import { pathOf } from './sparkline.tsx'

/** Series over time, as lines; the only one of its chart as an area. */
export function Lines({ data, onOpen }: { data: ChartData; onOpen?: (point: Point) => void }) {
  const { series, points } = data
  const scale = scaleOf(points.flatMap(({ values }) => series.map(({ key }) => values[key] ?? 0)))
  const half = 50 / points.length
  return (
    <Plot data={data} scale={scale} onOpen={onOpen}>
      {series.map(({ key, tone = 'accent' }) => {
        const path = pathOf(points, key, scale)
        return (
          <g key={key} data-tone={tone}>
            {series.length === 1 && path && (
              <path
                d={`${path}L${100 - half} ${100 * scale.at(0)}L${half} ${100 * scale.at(0)}Z`}
                className={styles.area}
              />
            )}
            <path d={path} className={styles.line} />
          </g>
        )
      })}
    </Plot>
  )
}
