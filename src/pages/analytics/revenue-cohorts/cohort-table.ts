import type { CohortFigure } from '#contract/analytics/cohort-figures.ts'
import { smallCohort } from '#contract/analytics/cohort-figures.ts'
import type { CohortCell, revenueCohorts } from '#contract/analytics/revenue-cohorts.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { roundToUnit } from '#contract/kit/figure.ts'
import type { FigureFilters } from '#kit/analytics/figures.ts'
import type { DisplayUnit, Measure } from './use-cohorts.ts'

export type Retention = ReplyOf<typeof revenueCohorts.retention>

/** A value of the table, which opens the figure with its filters. */
export interface TableCell {
  figure: CohortFigure
  held: FigureFilters
  value: number | null
  /** Null in the column of the size. */
  age: number | null
  isComplete: boolean
  /** From 0 to 1; null where cells are not compared. */
  heat: number | null
}

export interface TableRow {
  /** Null for all cohorts together. */
  cohort: string | null
  isSmall: boolean
  cells: TableCell[]
}

type CellFigure = Exclude<keyof CohortCell, 'age'>

/** The figure of the cells by what is measured, and that of the cohort's size at its start. */
export function figuresOf(measure: Measure, unit: DisplayUnit): { cell: CellFigure; size: CohortFigure } {
  if (measure === 'paid') return { cell: 'paid_per_customer', size: 'cohort_customers' }
  if (measure === 'customers')
    return { cell: unit === 'percent' ? 'customer_retention' : 'kept_customers', size: 'cohort_customers' }
  return { cell: unit === 'percent' ? 'revenue_retention' : 'kept_mrr', size: 'cohort_mrr' }
}

/** Rows of the table: all cohorts together first, then each that has customers. */
export function tableOf(
  { cohorts, totals }: Retention,
  { measure, unit }: { measure: Measure; unit: DisplayUnit },
  filters: FigureFilters,
): TableRow[] {
  const { cell: figure, size } = figuresOf(measure, unit)
  const shown = cohorts.filter(({ cohort_customers }) => cohort_customers > 0)
  const highest = Math.max(0, ...shown.flatMap(({ cells }) => cells.map(cell => cell[figure] ?? 0)))
  // Percentages of 100 and more look alike, other values are relative to the highest.
  const full = unit === 'percent' && measure !== 'paid' ? 100 : highest
  const heatOf = (value: number | null) =>
    value === null || full === 0 ? null : Math.min(1, Math.max(0, value / full))
  const sizeOf = (row: { cohort_customers: number; cohort_mrr: number }) =>
    size === 'cohort_mrr' ? row.cohort_mrr : row.cohort_customers
  const sizeCell = (value: number, held: FigureFilters): TableCell => ({
    figure: size,
    held: { ...filters, ...held, age: '0' },
    value,
    age: null,
    isComplete: true,
    heat: null,
  })
  const rows = shown.map(
    (row): TableRow => ({
      cohort: row.cohort,
      isSmall: row.cohort_customers < smallCohort,
      cells: [
        sizeCell(sizeOf(row), { cohort: row.cohort }),
        ...row.cells.map(
          (cell): TableCell => ({
            figure,
            held: { ...filters, cohort: row.cohort, age: String(cell.age) },
            value: cell[figure],
            age: cell.age,
            isComplete: cell.complete,
            heat: heatOf(cell[figure]),
          }),
        ),
      ],
    }),
  )
  if (rows.length === 0) return []
  const all = shown.reduce((sum, row) => sum + sizeOf(row), 0)
  const complete = totals.filter(({ cohort_customers }) => cohort_customers > 0)
  return [
    {
      cohort: null,
      isSmall: false,
      cells: [
        sizeCell(roundToUnit(size === 'cohort_mrr' ? 'money' : 'count', all), {}),
        ...complete.map(
          (cell): TableCell => ({
            figure,
            held: { ...filters, age: String(cell.age), complete: 'true' },
            value: cell[figure],
            age: cell.age,
            isComplete: true,
            heat: unit === 'absolute' && measure !== 'paid' ? null : heatOf(cell[figure]),
          }),
        ),
      ],
    },
    ...rows,
  ]
}

/** The table as rows of a file, with the age whose month is still running in the last column. */
export function fileRows(
  rows: readonly TableRow[],
  heads: Record<'cohort' | 'size' | 'all' | 'running', string>,
) {
  const columns = Math.max(...rows.map(({ cells }) => cells.length))
  return [
    [heads.cohort, heads.size, ...Array.from({ length: columns - 1 }, (_, age) => age), heads.running] as (
      | string
      | number
      | null
    )[],
    ...rows.map(({ cohort, cells }) => [
      cohort ?? heads.all,
      ...Array.from({ length: columns }, (_, index) => cells[index]?.value ?? null),
      cells.find(({ isComplete }) => !isComplete)?.age ?? null,
    ]),
  ]
}
