import { Base, type CommonConfig } from '@ant-design/plots'
import { Renderer } from '@antv/g-svg'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../format.ts'
import { type PlotContent, plotOptions } from './plot-options.ts'
import { tickFormat, tooltipStyle } from './plot-words.tsx'
import styles from './plots.module.css'
import { toneColor } from './tone-color.ts'

/** What is used of the engine behind a plot. */
export interface Engine {
  on(event: string, listener: (event: EngineEvent) => void): void
  emit(event: string, payload?: object): void
  forceFit(): void
}

interface EngineEvent {
  data?: { selection?: readonly [readonly string[], unknown] }
}

/** What a plot reports to its chart. */
export interface Handlers {
  ready(engine: Engine): void
  gone(engine: Engine): void
  /** Content of the tooltip for a point. */
  tooltip(key: string): HTMLElement
  brushed(keys: readonly string[], engine: Engine): void
}

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
export const UnitPlot = memo(function UnitPlot({
  content,
  height,
  isAligned,
  canZoom,
  handlers,
}: UnitPlotProps) {
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
