import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import TableOutlined from '@ant-design/icons/TableOutlined'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../analytics/panel.tsx'
import { Button } from '../button.tsx'
import { saveCsv } from '../save-csv.ts'
import styles from './chart.module.css'
import type { ChartData, Point, Series } from './data.ts'
import { ChartBody } from './marks.ts'
import { useNear } from './use-near.ts'

/** Pixels that charts are high: marks over their axes, and so many ranked bars. */
const heights = { plot: () => 226, ranks: (number: number) => 43 * number - 12 }

interface ChartProps {
  data: ChartData
  lead?: ReactNode
  broad?: boolean
  /** Writes a value of the table twin, where it is more than the value: what opens it. */
  cell?: (point: Point, series: Series) => ReactNode
  /** Said where it has no points. */
  empty?: string
  /** What it is made of: as much place is kept for it until it comes near the window. */
  of?: keyof typeof heights
  /** Draws it, hidden from those who are told the summary instead. */
  children: ReactNode
}

/** A chart with its table twin, a summary for screen readers, and its data as a file. */
export function Chart({ data, lead, broad = false, cell, empty, of = 'plot', children }: ChartProps) {
  const { t } = useTranslation('analytics')
  const [asTable, setAsTable] = useState(false)
  const [place, isNear] = useNear<HTMLDivElement>()
  const id = useId()
  const height = heights[of](data.points.length)
  const save = () =>
    saveCsv(data.title, [
      [data.of, ...data.series.map(({ title }) => title)],
      ...data.points.map(({ key, values }) => [key, ...data.series.map(({ key }) => values[key] ?? null)]),
    ])
  return (
    <Panel
      title={data.title}
      lead={lead}
      broad={broad}
      tools={
        <div className={styles.tools}>
          <Button
            look="quiet"
            icon={<TableOutlined />}
            aria-pressed={asTable}
            aria-controls={id}
            aria-label={t('chart.table', { title: data.title })}
            title={t('chart.asTable')}
            onClick={() => setAsTable(!asTable)}
          />
          <Button
            look="quiet"
            icon={<DownloadOutlined />}
            aria-label={t('chart.csv', { title: data.title })}
            title={t('chart.asCsv')}
            onClick={save}
          />
        </div>
      }
    >
      <div id={id} ref={place}>
        {data.points.length === 0 && !asTable ? (
          <p>{empty ?? t('chart.empty')}</p>
        ) : (
          <Suspense fallback={<Place height={height} />}>
            {isNear ? (
              <ChartBody of={data} asTable={asTable} cell={cell}>
                {children}
              </ChartBody>
            ) : (
              <Place height={height} />
            )}
          </Suspense>
        )}
      </div>
    </Panel>
  )
}

/** What stands where a chart will be. */
const Place = ({ height }: { height: number }) => <div data-awaited style={{ blockSize: height }} />
