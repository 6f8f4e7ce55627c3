import { type ReactNode, useState } from 'react'
import { Chart } from './chart.tsx'
import {
  type Band,
  type ChartData,
  drawnByUnit,
  markedKinds,
  type PlotForm,
  type Point,
  type Series,
} from './chart-data.ts'
import { Plots } from './lazy-charts.ts'
import { Legend } from './legend.tsx'

interface SeriesChartProps {
  data: ChartData
  lead?: ReactNode
  wide?: boolean
  form?: PlotForm
  /** Normal ranges; given, even if empty, the value axis need not include zero. */
  bands?: readonly Band[]
  /** Whether the points are compared with a previous period, even if that is still loading. */
  compared?: boolean
  /** Renders a table cell, e.g. as a button that opens the figure. */
  cell?: (point: Point, series: Series) => ReactNode
  onOpen?: (point: Point) => void
  /** Called with the first and the last key that were brushed. */
  onZoom?: (first: string, last: string) => void
}

/** Series over time, with axes, a legend, a tooltip and zoom. */
export function SeriesChart({
  data,
  lead,
  wide = false,
  form = 'lines',
  bands,
  compared = false,
  cell,
  onOpen,
  onZoom,
}: SeriesChartProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const series = drawnByUnit(data).flat()
  const markers = markedKinds(data)
  // Stacked bars have no room for the compared period; their tooltip has it.
  const drawsPrevious = compared && (form === 'lines' || series.length === 1)
  return (
    <Chart
      data={data}
      lead={lead}
      wide={wide}
      {...(cell && { cell })}
      legend={
        (series.length > 1 || drawsPrevious || markers.length > 0) && (
          <Legend
            of={data.title}
            series={series}
            hidden={hidden}
            onChange={setHidden}
            compared={drawsPrevious}
            markers={markers}
          />
        )
      }
    >
      <Plots
        data={data}
        form={form}
        bands={bands ?? null}
        drawsPrevious={drawsPrevious}
        hidden={hidden}
        compared={compared}
        onOpen={onOpen}
        onZoom={onZoom}
      />
    </Chart>
  )
}
