import { Base, type CommonConfig } from '@ant-design/plots'
import { Renderer } from '@antv/g-svg'
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../format.ts'
import {
  type Band,
  type ChartData,
  drawnByUnit,
  type PlotForm,
  type Point,
  plotHeight,
  type Series,
} from './chart-data.ts'
import { type PlotContent, plotOptions, toneColor } from './plot-options.ts'
import { Tooltip, tickFormat, tooltipStyle, useDescription } from './plot-words.tsx'
import styles from './plots.module.css'

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

/** What is used of the engine behind a plot. */
interface Engine {
  on(event: string, listener: (event: EngineEvent) => void): void
  emit(event: string, payload?: object): void
  forceFit(): void
}

interface EngineEvent {
  data?: { selection?: readonly [readonly string[], unknown] }
}

interface Handlers {
  ready(engine: Engine): void
  gone(engine: Engine): void
  /** Content of the tooltip for a point. */
  tooltip(key: string): HTMLElement
  brushed(keys: readonly string[], engine: Engine): void
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

/** The drawn area of a chart's plots, in pixels from its own edges. */
interface Strip {
  left: number
  width: number
}

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

/** Averages and shares do not add up, so they are never drawn as stacked bars. */
const isAverage = (series: readonly Series[]) =>
  series.some(({ unit }) => unit === 'score' || unit === 'percent')

interface UnitPlotProps {
  /** A {@link PlotContent} as JSON: equal content is not drawn again. */
  content: string
  height: number
  /** Whether other plots stand above or below. */
  isAligned: boolean
  canZoom: boolean
  handlers: Handlers
}

/** A plot of series of one unit. Every render draws it again, hence the memo. */
const UnitPlot = memo(function UnitPlot({ content, height, isAligned, canZoom, handlers }: UnitPlotProps) {
  const { t, i18n } = useTranslation('analytics')
  const locale = useLocale()
  const container = useRef<HTMLDivElement>(null)
  const engine = useRef<Engine>(null)
  const config = useMemo((): CommonConfig => {
    const plot = JSON.parse(content) as PlotContent
    const isRtl = i18n.dir() === 'rtl'
    const [unit = 'count'] = plot.series.map(({ unit }) => unit)
    const tick = tickFormat(locale, unit, { isRtl, milliseconds: value => t('milliseconds', { value }) })
    return {
      ...plotOptions(plot, { isRtl, isAligned, height, tick }),
      // Read when the engine starts. It would be searched on every update, without end as it refers to itself.
      ...(!engine.current && { renderer: new Renderer() }),
      interaction: {
        tooltip: {
          series: true,
          marker: false,
          crosshairsY: true,
          crosshairsStroke: toneColor('muted'),
          crosshairsLineWidth: 1,
          render: (_: unknown, { title }: { title: string }) => handlers.tooltip(title),
          css: { '.g2-tooltip': tooltipStyle },
        },
        ...(canZoom && {
          brushXHighlight: { maskFill: toneColor(), maskFillOpacity: 0.14, maskStroke: 'none' },
        }),
      },
    } as unknown as CommonConfig
  }, [content, locale, height, isAligned, canZoom, handlers, t, i18n])

  useEffect(() => {
    if (!container.current) return
    const size = new ResizeObserver(() => {
      // Paper does not wait for a drawing; the stylesheet scales what is there.
      if (!matchMedia('print').matches) engine.current?.forceFit()
    })
    size.observe(container.current)
    return () => {
      size.disconnect()
      if (engine.current) handlers.gone(engine.current)
    }
  }, [handlers])

  return (
    <div ref={container} className={styles.plot} style={{ blockSize: height }} aria-hidden>
      <Base
        {...config}
        onReady={({ chart }: { chart: Engine }) => {
          engine.current = chart
          handlers.ready(chart)
          chart.on('brush:end', ({ data }) => handlers.brushed(data?.selection?.[0] ?? [], chart))
          // Lets print scale the drawing to the width of the paper.
          chart.on('afterrender', () => {
            const svg = container.current?.querySelector('svg')
            svg?.setAttribute('viewBox', `0 0 ${svg.getAttribute('width')} ${svg.getAttribute('height')}`)
          })
        }}
      />
    </div>
  )
})
