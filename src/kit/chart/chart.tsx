import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import FileImageOutlined from '@ant-design/icons/FileImageOutlined'
import TableOutlined from '@ant-design/icons/TableOutlined'
import { type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Panel } from '../analytics/panel.tsx'
import { Button } from '../button.tsx'
import { saveCsv } from '../download.ts'
import { Popover } from '../popover.tsx'
import { toast } from '../toasts.ts'
import styles from './chart.module.css'
import { type ChartData, drawnByUnit, type Point, plotHeight, type Series } from './chart-data.ts'
import type { ImageFormat } from './chart-image.ts'
import { ChartBody } from './lazy-charts.ts'

/** Heights in pixels: plots are fixed, ranked bars depend on their number. */
const heights = {
  plot: (data: ChartData) => drawnByUnit(data).length * plotHeight(data),
  ranks: ({ points }: ChartData) => 43 * points.length - 12,
}

const formats = ['png', 'svg'] as const satisfies readonly ImageFormat[]

interface ChartProps {
  data: ChartData
  lead?: ReactNode
  wide?: boolean
  /** Renders a table cell, e.g. as a button that opens the figure. */
  cell?: (point: Point, series: Series) => ReactNode
  /** Shown when there are no points. */
  empty?: string
  /** Kind of drawing, whose height is reserved until the chart is near the viewport. */
  of?: keyof typeof heights
  /** Shown above the drawing. */
  legend?: ReactNode
  /** The drawing. */
  children: ReactNode
}

/** A chart with a table view, a summary for screen readers, and CSV download. */
export function Chart({ data, lead, wide = false, cell, empty, of = 'plot', legend, children }: ChartProps) {
  const { t } = useTranslation('analytics')
  const [asTable, setAsTable] = useState(false)
  const [container, isNear] = useInView<HTMLDivElement>()
  const id = useId()
  const height = heights[of](data)
  const save = () =>
    saveCsv(data.title, [
      [data.of, ...data.series.map(({ title }) => title)],
      ...data.points.map(({ key, values }) => [key, ...data.series.map(({ key }) => values[key] ?? null)]),
    ])
  async function saveImage(format: ImageFormat) {
    try {
      const image = await import('./chart-image.ts')
      if (container.current) await image.saveImage(container.current, data.title, format)
    } catch {
      toast({ tone: 'bad', text: t('chart.imageFailed') })
    }
  }
  return (
    <Panel
      title={data.title}
      lead={lead}
      wide={wide}
      tools={
        <div className={styles.tools}>
          <Button
            variant="quiet"
            icon={<TableOutlined />}
            aria-pressed={asTable}
            aria-controls={id}
            aria-label={t('chart.table', { title: data.title })}
            title={t('chart.asTable')}
            onClick={() => setAsTable(!asTable)}
          />
          <Button
            variant="quiet"
            icon={<DownloadOutlined />}
            aria-label={t('chart.csv', { title: data.title })}
            title={t('chart.asCsv')}
            onClick={save}
          />
          {of === 'plot' && !asTable && (
            <Popover
              label={t('chart.image', { title: data.title })}
              trigger={props => (
                <Button
                  variant="quiet"
                  {...props}
                  icon={<FileImageOutlined />}
                  aria-label={t('chart.image', { title: data.title })}
                  title={t('chart.asImage')}
                />
              )}
            >
              {close => (
                <div className={styles.formats}>
                  {formats.map(format => (
                    <Button
                      key={format}
                      variant="quiet"
                      onClick={() => {
                        close()
                        void saveImage(format)
                      }}
                    >
                      {t(`chart.${format}`)}
                    </Button>
                  ))}
                </div>
              )}
            </Popover>
          )}
        </div>
      }
    >
      <div id={id} ref={container}>
        {data.points.length === 0 && !asTable ? (
          <p>{empty ?? t('chart.empty')}</p>
        ) : (
          <>
            {!asTable && legend}
            <Suspense fallback={<Placeholder height={height} />}>
              {isNear ? (
                <ChartBody of={data} asTable={asTable} cell={cell}>
                  {children}
                </ChartBody>
              ) : (
                <Placeholder height={height} />
              )}
            </Suspense>
          </>
        )}
      </div>
    </Panel>
  )
}

/** Placeholder of the chart's height. */
const Placeholder = ({ height }: { height: number }) => <div data-awaited style={{ blockSize: height }} />

/** Whether an element has come within one viewport height of the visible area, or the page is printed. */
function useInView<E extends Element>(): [place: RefObject<E | null>, isNear: boolean] {
  const element = useRef<E>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !element.current) return
    const observer = new IntersectionObserver(
      entries => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '100% 0px' },
    )
    observer.observe(element.current)
    // Printing captures the DOM as soon as this event handler returns.
    const print = () => flushSync(() => setNear(true))
    addEventListener('beforeprint', print)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', print)
    }
  }, [isNear])
  return [element, isNear]
}
