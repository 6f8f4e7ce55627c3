import type { ChartData, Point } from './data.ts'
import styles from './plot.module.css'
import { Plot } from './plot.tsx'
import { scaleOf } from './scale.ts'

interface Bar {
  key: string
  tone: string
  from: number
  to: number
}

/** Stacks the values of a point away from zero, each way by itself. */
function stacked({ series }: ChartData, values: Readonly<Record<string, number | null>>): Bar[] {
  let [above, below] = [0, 0]
  return series.flatMap(({ key, tone = 'accent' }) => {
    const value = values[key] ?? 0
    if (value === 0) return []
    const from = value > 0 ? above : below
    if (value > 0) above += value
    else below += value
    return [{ key, tone, from, to: from + value }]
  })
}

/** Series over time as bars, stacked away from zero. */
export function Bars({ data, onOpen }: { data: ChartData; onOpen?: (point: Point) => void }) {
  const { points } = data
  const bars = points.map(({ values }) => stacked(data, values))
  const scale = scaleOf(bars.flat().map(({ to }) => to))
  const width = 100 / points.length
  return (
    <Plot data={data} scale={scale} onOpen={onOpen}>
      {points.map(({ key, partial }, index) => (
        <g key={key} data-partial={partial || undefined} className={styles.bars}>
          {bars[index]?.map(({ key, tone, from, to }) => (
            <rect
              key={key}
              data-tone={tone}
              x={(index + 0.12) * width}
              width={width * 0.76}
              y={100 * scale.at(Math.max(from, to))}
              height={100 * Math.abs(scale.at(to) - scale.at(from))}
            />
          ))}
        </g>
      ))}
    </Plot>
  )
}
