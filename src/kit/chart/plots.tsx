import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import {
  type Band,
  type ChartData,
  drawnByUnit,
  type PlotForm,
  type Point,
  plotHeight,
  type Series,
} from './chart-data.ts'
import type { PlotContent } from './plot-options.ts'
import { Tooltip, useDescription } from './plot-words.tsx'
import styles from './plots.module.css'
import { type Engine, type Handlers, UnitPlot } from './unit-plot.tsx'

interface PlotsProps {
  data: ChartData
  form: PlotForm
  /** Normal ranges; null for an axis that includes zero. */
  bands: readonly Band[] | null
  /** Keys of the series that are switched off. */
  hidden: ReadonlySet<string>
  /** Whether points tell the difference to the compared period. */
  compared: boolean
  /** Whether the compared period is drawn. */
  drawsPrevious: boolean
  /** Opens the rows of a point. */
  onOpen: ((point: Point) => void) | undefined
  /** Called with the first and the last key that were brushed. */
  onZoom: ((first: string, last: string) => void) | undefined
}

/** One plot for each unit of a chart's series, explored with pointer or arrow keys. */
export function Plots({ data, form, bands, hidden, compared, drawsPrevious, onOpen, onZoom }: PlotsProps) {
  const { t, i18n } = useTranslation('analytics')
  const { points } = data
  const [at, setAt] = useState<number | null>(null)
  // The other end of the days selected by keyboard.
  const [anchor, setAnchor] = useState<number | null>(null)
  const [strip, setStrip] = useState<Strip | null>(null)
  const hint = useId()
  const [host] = useState(() => document.createElement('div'))
  const engines = useRef(new Set<Engine>())
  const hasBrushed = useRef(false)
  const height = plotHeight(data)
  const visible = drawnByUnit(data)
    .map(series => series.filter(({ key }) => !hidden.has(key)))
    .filter(series => series.length > 0)
  const current = Math.min(at ?? points.length - 1, points.length - 1)
  const point = points[current]
  const isRtl = i18n.dir() === 'rtl'

  const handlers = useRef<Handlers>(null)
  useLayoutEffect(() => {
    handlers.current = {
      ready: engine => engines.current.add(engine),
      gone: engine => engines.current.delete(engine),
      tooltip: key => {
        const index = points.findIndex(point => point.key === key)
        // The engine measures the content as soon as it has it.
        if (index >= 0) flushSync(() => setAt(index))
        return host
      },
      brushed: (keys, engine) => {
        engine.emit('brush:remove')
        const selected = points.filter(({ key }) => keys.includes(key))
        const [first, last] = [selected.at(0), selected.at(-1)]
        if (!first || !last || first === last) return
        hasBrushed.current = true
        onZoom?.(first.key, last.key)
      },
    }
  })
  const [stable] = useState<Handlers>(() => ({
    ready: engine => handlers.current?.ready(engine),
    gone: engine => handlers.current?.gone(engine),
    tooltip: key => handlers.current?.tooltip(key) ?? host,
    brushed: (keys, engine) => handlers.current?.brushed(keys, engine),
  }))

  const canZoom = onZoom !== undefined && points.length > 1
  const selected =
    anchor === null || anchor === current
      ? null
      : ([Math.min(anchor, current), Math.max(anchor, current)] as const)
  const [first, last] = selected?.map(index => points[index]) ?? []

  function clear() {
    setAnchor(null)
    for (const engine of engines.current) engine.emit('tooltip:hide')
  }

  function step(event: KeyboardEvent<HTMLElement>) {
    const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
    const backward = isRtl ? 'ArrowRight' : 'ArrowLeft'
    const end = points.length - 1
    const next = {
      // The first arrow key reads the point at which the reader is; with Shift it selects from there.
      [forward]: Math.min(end, current + (at === null && !event.shiftKey ? 0 : 1)),
      [backward]: Math.max(0, current - 1),
      Home: 0,
      End: end,
    }[event.key]
    if (event.key === 'Enter' && first && last) {
      clear()
      onZoom?.(first.key, last.key)
    } else if (event.key === 'Enter' && point) onOpen?.(point)
    if (event.key === 'Escape') clear()
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
    if (!event.shiftKey || !canZoom) setAnchor(null)
    else {
      setAnchor(anchor ?? current)
      setStrip(stripOf(event.currentTarget))
    }
    const [engine] = engines.current
    engine?.emit('tooltip:show', { data: { data: { x: points[next]?.key } } })
  }

  /** Opens the clicked point: points share the width of the axis equally. */
  function open({ target, clientX, clientY }: MouseEvent) {
    const area = (target as Element).closest('svg')?.querySelector('[class~="plot"]')?.getBoundingClientRect()
    if (hasBrushed.current || !area || clientY > area.bottom) return
    const share = (isRtl ? area.right - clientX : clientX - area.left) / area.width
    const clicked = points[Math.floor(share * points.length)]
    if (clicked) onOpen?.(clicked)
  }

  const description = useDescription(visible.flat(), compared)
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.plots}
      style={{ blockSize: height * drawnByUnit(data).length }}
      aria-label={t('chart.points', { title: data.title })}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={current + 1}
      aria-valuetext={
        first && last
          ? t('chart.selected', { first: first.label, last: last.label })
          : point && description.sentence(point)
      }
      aria-describedby={canZoom ? hint : undefined}
      onKeyDown={step}
      onBlur={clear}
      onPointerDown={() => {
        hasBrushed.current = false
      }}
      onClick={open}
    >
      {visible.map(series => (
        <UnitPlot
          key={series[0]?.unit}
          content={JSON.stringify({
            series,
            points,
            form: isAverage(series) ? 'lines' : form,
            bands: bands?.filter(({ key }) => series.some(series => series.key === key)) ?? null,
            drawsPrevious,
          } satisfies PlotContent)}
          height={height}
          isAligned={drawnByUnit(data).length > 1}
          canZoom={canZoom}
          handlers={stable}
        />
      ))}
      {selected && strip && (
        <span
          className={styles.selection}
          style={placeOf(selected, points.length, strip, isRtl)}
          aria-hidden
        />
      )}
      {canZoom && (
        <span id={hint} className={styles.hint}>
          {t('chart.zoomHint')}
        </span>
      )}
      {createPortal(point && <Tooltip point={point} rows={description.rows(point)} />, host)}
    </div>
  )
}

/** Averages and shares do not add up, so they are never drawn as stacked bars. */
const isAverage = (series: readonly Series[]) =>
  series.some(({ unit }) => unit === 'score' || unit === 'percent')

/** The drawn area of a chart's plots, in pixels from its own edges. */
interface Strip {
  left: number
  width: number
}

/** Measures the drawn area; null before it is drawn. */
function stripOf(chart: HTMLElement): Strip | null {
  const area = chart.querySelector('svg [class~="plot"]')?.getBoundingClientRect()
  return area ? { left: area.left - chart.getBoundingClientRect().left, width: area.width } : null
}

/** Where the selected points are: they share the width of the axis equally. */
function placeOf(
  [first, last]: readonly [number, number],
  count: number,
  { left, width }: Strip,
  isRtl: boolean,
) {
  const share = width / count
  const start = isRtl ? count - 1 - last : first
  return { left: left + start * share, width: (last - first + 1) * share }
}
