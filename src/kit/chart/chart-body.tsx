import type { ReactNode } from 'react'
import type { ChartData, Point, Series } from './data.ts'
import { Summary } from './summary.tsx'
import { Table } from './table.tsx'

interface ChartBodyProps {
  of: ChartData
  asTable: boolean
  cell: ((point: Point, series: Series) => ReactNode) | undefined
  /** Draws it. */
  children: ReactNode
}

/** A chart as it is seen: its table, or its marks with a summary for those who do not see them. */
export const ChartBody = ({ of, asTable, cell, children }: ChartBodyProps) =>
  asTable ? (
    <Table data={of} cell={cell} />
  ) : (
    <>
      <Summary of={of} />
      {children}
    </>
  )
