import styles from './chart.module.css'
import type { ChartData, Point } from './data.ts'
import { Plot } from './plot.tsx'
import { type Scale, scaleOf } from './scale.ts'

/** A series as the path of a line through the middles of its points; a gap where a value is not there. */
export function pathOf(points: readonly Point[], key: string, { at }: Scale): string {
  let isDrawing = false
  return points
    .map(({ values }, index) => {
      const value = values[key]
      if (value === null || value === undefined) {
        isDrawing = false
        return ''
      }
      const step = `${isDrawing ? 'L' : 'M'}${((100 * (index + 0.5)) / points.length).toFixed(3)} ${(100 * at(value)).toFixed(3)}`
      isDrawing = true
      return step
    })
    .join('')
}

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

/** One series without axes, beside the figure that it leads to. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const points = values.map((value, index) => ({ key: String(index), label: '', values: { value } }))
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const size = greatest - least || 1
  const at = (value: number) => 0.1 + (0.8 * (greatest - value)) / size
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className={styles.spark}
      data-tone="accent"
      aria-hidden
    >
      <path d={pathOf(points, 'value', { low: least, high: greatest, at })} className={styles.line} />
    </svg>
  )
}
