import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import TableOutlined from '@ant-design/icons/TableOutlined'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../analytics/panel.tsx'
import { Button } from '../button.tsx'
import { saveCsv } from '../save-csv.ts'
import styles from './chart.module.css'
import type { ChartData, Point, Series } from './data.ts'
import { Table } from './table.tsx'
import { useSummary } from './use-summary.ts'

interface ChartProps {
  data: ChartData
  lead?: ReactNode
  broad?: boolean
  /** Writes a value of the table twin, where it is more than the value: what opens it. */
  cell?: (point: Point, series: Series) => ReactNode
  /** Said where it has no points. */
  empty?: string
  /** Draws it, hidden from those who are told the summary instead. */
  children: ReactNode
}

/** A chart with its table twin, a summary for screen readers, and its data as a file. */
export function Chart({ data, lead, broad = false, cell, empty, children }: ChartProps) {
  const { t } = useTranslation('analytics')
  const summary = useSummary()
  const [asTable, setAsTable] = useState(false)
  const id = useId()
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
      <div id={id}>
        {asTable ? (
          <Table data={data} cell={cell} />
        ) : data.points.length === 0 ? (
          <p>{empty ?? t('chart.empty')}</p>
        ) : (
          <>
            <p className="spoken">{summary(data)}</p>
            {children}
          </>
        )}
      </div>
    </Panel>
  )
}
