import type { ChartData } from './data.ts'
import styles from './plot.module.css'
import { Plot } from './plot.tsx'
import { roundUp, type Scale } from './scale.ts'
import { pathOf } from './sparkline.tsx'

/** A scale about values that are never near zero, such as a temperature; it ends at multiples of a round number. */
export function scaleAround(values: readonly number[]): Scale {
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const step = roundUp((greatest - least || 1) / 4)
  // One value alone stands in the middle.
  const margin = greatest === least ? step : 0
  const low = Math.floor((least - margin) / step) * step
  const high = Math.ceil((greatest + margin) / step) * step
  return { low, high, at: value => (high - value) / (high - low) }
}

/** From where to where values are usual; null where there is no end. */
interface Band {
  key: string
  from: number | null
  to: number | null
}

/** Series about what is usual of them, on a scale without zero: a band for each that has a range. */
export function BandedLines({ data, bands }: { data: ChartData; bands: readonly Band[] }) {
  const ends = bands.flatMap(({ from, to }) => [from, to].filter(end => end !== null))
  const read = data.points.flatMap(({ values }) => data.series.flatMap(({ key }) => values[key] ?? []))
  const scale = scaleAround([...read, ...ends])
  return (
    <Plot data={data} scale={scale}>
      {bands.map(({ key, from, to }) => {
        const top = to === null ? 0 : scale.at(to)
        const bottom = from === null ? 1 : scale.at(from)
        const tone = data.series.find(series => series.key === key)?.tone ?? 'accent'
        return (
          <g key={key} data-tone={tone}>
            <rect x="0" width="100" y={100 * top} height={100 * (bottom - top)} className={styles.area} />
          </g>
        )
      })}
      {data.series.map(({ key, tone = 'accent' }) => (
        <g key={key} data-tone={tone}>
          <path d={pathOf(data.points, key, scale)} className={styles.line} />
        </g>
      ))}
    </Plot>
  )
}
