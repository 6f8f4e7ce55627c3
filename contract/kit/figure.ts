import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { type Histogram, histogramOf, percentileOf } from './histogram.ts'
import { Period, rangeNames, rangeQuery } from './period.ts'
import type { Permission } from './permissions.ts'

/** What a figure counts: things, US dollars, hundredths, milliseconds, or points of a scale such as that of moods. */
export const Unit = z.enum(['count', 'money', 'percent', 'milliseconds', 'score'])
export type Unit = z.infer<typeof Unit>

/** How a figure follows from its parts, each some rows with amounts. Over zero, or of no rows, all but a sum are null. */
export type Formula<Part extends string = string> =
  /** The sum of one part, or so many times it. */
  | { sum: Part; times?: number }
  /** One part over another, times 100 unless told otherwise. */
  | { ratio: readonly [over: Part, under: Part]; times?: number }
  /** The change from one part to another, in percent of the former. */
  | { growth: readonly [from: Part, to: Part] }
  /** The mean of a part's amounts. */
  | { mean: Part }
  /** The amount below which a share of a part's rows lie, right within a bucket of `histogram.ts`. */
  | { percentile: Part; share: number }

export interface Figure<Part extends string = string> {
  unit: Unit
  formula: Formula<Part>
  /** What the parts count, where a percentage is not one of things and another figure not of its own unit. */
  parts?: Unit
}

/** The unit of what a figure's parts add up. */
export const unitOfParts = ({ unit, parts }: Figure): Unit => parts ?? (unit === 'percent' ? 'count' : unit)

/** The values that a figure can have: a sum is always there. */
export type ValueOf<F extends Figure> = F['formula'] extends { sum: string } ? number : number | null

/** What a part comes to: the sum of its rows' amounts, their number, and for percentiles how they are spread. */
export interface Total {
  sum: number
  rows: number
  spread?: Histogram
}

/** The parts that a formula is made of. */
export function formulaParts<Part extends string>(formula: Formula<Part>): readonly Part[] {
  if ('sum' in formula) return [formula.sum]
  if ('mean' in formula) return [formula.mean]
  if ('percentile' in formula) return [formula.percentile]
  return 'ratio' in formula ? formula.ratio : formula.growth
}

const places: Record<Unit, number> = { count: 0, money: 2, percent: 2, milliseconds: 0, score: 3 }

/** Rounds to decimal places, halves away from zero. */
export function roundTo(decimals: number, value: number): number {
  const scale = 10 ** decimals
  const rounded = (Math.sign(value) * Math.round(Math.abs(value) * scale + 1e-7)) / scale
  return rounded === 0 ? 0 : rounded
}

/** Rounds to the decimal places of a unit. */
export const roundToUnit = (unit: Unit, value: number): number => roundTo(places[unit], value)

/** The figure that follows from what its parts come to: on the server, in the console and in tests alike. */
export function evaluate<Part extends string>(
  { unit, formula }: Figure<Part>,
  of: Record<Part, Total>,
): number | null {
  if ('sum' in formula) return roundToUnit(unit, of[formula.sum].sum * (formula.times ?? 1))
  if ('percentile' in formula) return percentileOf(of[formula.percentile].spread ?? new Map(), formula.share)
  const over = (value: number, under: number, times: number) =>
    under === 0 ? null : roundToUnit(unit, (times * value) / under)
  if ('mean' in formula) return over(of[formula.mean].sum, of[formula.mean].rows, 1)
  const [from, to] = 'ratio' in formula ? formula.ratio : formula.growth
  return 'ratio' in formula
    ? over(of[from].sum, of[to].sum, formula.times ?? 100)
    : over(of[to].sum - of[from].sum, of[from].sum, 100)
}

/** One of the rows that a figure is made of. */
export const FigureRow = z.object({
  part: z.string(),
  /** What it is a row of; the same may count in two parts. */
  id: z.string(),
  at: Instant.nullable(),
  /** What a person calls it. */
  title: z.string(),
  /** Its record's address in the console. */
  path: z.string().nullable(),
  /** By what it can be told from others: those that the group's figures can be filtered by, and more. */
  facets: z.record(z.string(), z.string().nullable()),
  /** What it adds to its part, in the unit of the part's sum. */
  amount: z.number(),
})
export type FigureRow = z.infer<typeof FigureRow>

/** What parts come to when their rows are added up. */
export function sumParts<Part extends string>(
  parts: readonly Part[],
  rows: readonly Pick<FigureRow, 'part' | 'amount'>[],
): Record<Part, Total> {
  const totals = parts.map(part => {
    const amounts = rows.filter(row => row.part === part).map(({ amount }) => amount)
    const sum = amounts.reduce((sum, amount) => sum + amount, 0)
    return [part, { sum, rows: amounts.length, spread: histogramOf(amounts) }]
  })
  return Object.fromEntries(totals) as Record<Part, Total>
}

/** A figure, opened: what it is made of. */
export const FigureDetail = z.object({
  figure: z.string(),
  unit: Unit,
  value: z.number().nullable(),
  period: Period,
  parts: z.array(z.object({ part: z.string(), sum: z.number(), rows: z.int() })),
  /** A page of the rows, by part and then the newest first. */
  rows: z.array(FigureRow),
  /** Rows of all parts. */
  total: z.int(),
})
export type FigureDetail = z.infer<typeof FigureDetail>

/** Rows of an opened figure that a page holds at most, and unless told otherwise. */
export const maxFigureRows = 1_000
export const defaultFigureRows = 50

/** A call that opens figures, of whatever group. */
export type DrillDownEndpoint = Endpoint<`${string}/{figure}`, z.ZodType, z.ZodUndefined, typeof FigureDetail>

/** The call that opens a group's figures, each filtered by the facets that the group names. */
export const drillDownEndpoint = <
  const Path extends string,
  const Who extends Permission,
  Shape extends z.ZodRawShape,
>(
  path: Path,
  access: Who,
  facets: Shape,
) =>
  endpoint({
    method: 'GET',
    path: `${path}/{figure}` as const,
    summary: 'Open a figure: its value, its parts and the rows that it is made of',
    access,
    query: rangeQuery(rangeNames, '30d', {
      ...facets,
      /** Up to when a running time goes: the end that an earlier page told, so that later ones go on from the same rows. */
      as_of: Instant.optional(),
      start: z.coerce.number().int().min(0).prefault(0),
      limit: z.coerce.number().int().min(1).max(maxFigureRows).prefault(defaultFigureRows),
    }),
    reply: FigureDetail,
  })
