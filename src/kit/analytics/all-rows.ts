import { type FigureRow, maxFigureRows, type OpenFigure, type Opening } from '#contract/kit/figure.ts'
import { call } from '../call.ts'
import type { Held } from './figures.ts'

/** A figure that was opened, and the query that opened it. */
export interface Opened {
  endpoint: Opening
  figure: string
  query: Held
  answer: OpenFigure
}

/** Reads all rows of an opened figure, page by page, up to the instant that it was opened over. */
export async function allRows({ endpoint, figure, query, answer }: Opened): Promise<FigureRow[]> {
  const rows: FigureRow[] = []
  for (let total = answer.total; rows.length < total; ) {
    const page = {
      ...query,
      as_of: answer.period.to,
      start: String(rows.length),
      limit: String(maxFigureRows),
    }
    const reply: OpenFigure = await call(endpoint, { params: { figure }, query: page as never })
    total = reply.rows.length > 0 ? reply.total : 0
    rows.push(...reply.rows)
  }
  return rows
}
