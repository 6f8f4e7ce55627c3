import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnitFormat } from '../analytics/figures.ts'
import { type ChartData, type Point, roundUp, type Scale, scaleOf } from './chart-data.ts'
import styles from './plot.module.css'
import { areaOf, pathOf } from './sparkline.tsx'

interface PlotProps {
  data: ChartData
  scale: Scale
  /** Called with the clicked point; keyboard users open it from the table. */
  onOpen?: ((point: Point) => void) | undefined
  /** The marks, in a 100 × 100 viewBox that is stretched to fit. */
  children: ReactNode
}

/**
 * Axes and pointer readout around the marks. Its size does not depend on the data, so nothing shifts when data
 * arrives.
 */
export function Plot({ data: { series, points }, scale, onOpen, children }: PlotProps) {
  const { t } = useTranslation('analytics')
  const write = useUnitFormat()
  const [at, setAt] = useState<number | null>(null)
  const shown = points[at ?? points.length - 1]
  const unit = series[0]?.unit ?? 'count'
  return (
    <div className={styles.plot} aria-hidden>
      <p className={`${styles.readout} numbers`}>
        {shown && (
          <>
            <strong>{shown.label}</strong>
            {shown.partial && <em>{t('chart.running')}</em>}
            {series.map(({ key, title, unit, tone = 'accent' }) => (
              <span key={key} data-tone={tone}>
                {title} {write(unit, shown.values[key] ?? null)}
              </span>
            ))}
          </>
        )}
      </p>
      <div className={`${styles.axis} numbers`}>
        <span>{write(unit, scale.high)}</span>
        <span>{write(unit, scale.low)}</span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the table twin does it by the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table twin does it by the keyboard */}
      <div
        className={styles.marks}
        data-opens={onOpen ? '' : undefined}
        onClick={() => at !== null && points[at] && onOpen?.(points[at])}
        onPointerMove={event => {
          const { left, right, width } = event.currentTarget.getBoundingClientRect()
          const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
          const share = (isRtl ? right - event.clientX : event.clientX - left) / width
          setAt(Math.max(0, Math.min(points.length - 1, Math.floor(share * points.length))))
        }}
        onPointerLeave={() => setAt(null)}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={styles.svg} aria-hidden>
          {scale.low <= 0 && (
            <line x1="0" x2="100" y1={100 * scale.at(0)} y2={100 * scale.at(0)} className={styles.zero} />
          )}
          {children}
          {at !== null && (
            <line
              x1={(100 * (at + 0.5)) / points.length}
              x2={(100 * (at + 0.5)) / points.length}
              y1="0"
              y2="100"
              className={styles.cross}
            />
          )}
        </svg>
      </div>
      <div className={`${styles.ends} numbers`}>
        <span>{points.at(0)?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
    </div>
  )
}

/** Lines over time; a single series is filled as an area. */
export function Lines({ data, onOpen }: { data: ChartData; onOpen?: (point: Point) => void }) {
  const { series, points } = data
  const scale = scaleOf(points.flatMap(({ values }) => series.map(({ key }) => values[key] ?? 0)))
  return (
    <Plot data={data} scale={scale} onOpen={onOpen}>
      {series.map(({ key, tone = 'accent' }) => {
        const path = pathOf(points, key, scale)
        return (
          <g key={key} data-tone={tone}>
            {series.length === 1 && path && <path d={areaOf(points, key, scale)} className={styles.area} />}
            <path d={path} className={styles.line} />
          </g>
        )
      })}
    </Plot>
  )
}

interface Bar {
  key: string
  tone: string
  from: number
  to: number
}

/** Stacks positive and negative values of a point separately. */
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

/** Stacked bars over time. */
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

/** Scale for values far from zero, such as a temperature; ends at multiples of a round number. */
export function scaleAround(values: readonly number[]): Scale {
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const step = roundUp((greatest - least || 1) / 4)
  // Centers a single value.
  const margin = greatest === least ? step : 0
  const low = Math.floor((least - margin) / step) * step
  const high = Math.ceil((greatest + margin) / step) * step
  return { low, high, at: value => (high - value) / (high - low) }
}

/** Normal range; null means unbounded. */
interface Band {
  key: string
  from: number | null
  to: number | null
}

/** Series with their normal ranges as bands, on a scale without zero. */
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
