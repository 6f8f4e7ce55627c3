import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { type Histogram, histogramOf, percentileOf } from './histogram.ts'
import { Period, rangeNames, rangeQuery } from './period.ts'
import type { Permission } from './permissions.ts'

/** Unit of a figure: a number, US dollars, percent, milliseconds, or a score on a scale such as sentiment. */
export const Unit = z.enum(['count', 'money', 'percent', 'milliseconds', 'score'])
export type Unit = z.infer<typeof Unit>

/** Formula of a figure over its parts. Without rows, or over zero, every formula except a sum yields null. */
export type Formula<Part extends string = string> =
  /** Sum of a part, optionally scaled. */
  | { sum: Part; times?: number }
  /** Ratio of two parts, times 100 by default. */
  | { ratio: readonly [over: Part, under: Part]; times?: number }
  /** Product of two ratios, e.g. of an average and a duration. */
  | {
      product: readonly [
        first: readonly [over: Part, under: Part],
        second: readonly [over: Part, under: Part],
      ]
    }
  /** Percent change from one part to another. */
  | { growth: readonly [from: Part, to: Part] }
  /** Mean of a part's amounts. */
  | { mean: Part }
  /** Percentile of a part's amounts, accurate to one bucket of `histogram.ts`. */
  | { percentile: Part; share: number }

export interface Figure<Part extends string = string> {
  unit: Unit
  formula: Formula<Part>
  /** Unit of the parts, of all or by part, if it is neither a count (for percentages) nor the figure's own unit. */
  parts?: Unit | Readonly<Partial<Record<Part, Unit>>>
}

/** Unit of a figure's part. */
export function unitOfPart({ unit, parts }: Figure, part: string): Unit {
  const ofPart = typeof parts === 'object' ? parts[part] : parts
  return ofPart ?? (unit === 'percent' ? 'count' : unit)
}

/** Possible values of a figure; a sum is never null. */
export type ValueOf<F extends Figure> = F['formula'] extends { sum: string } ? number : number | null

/** Aggregate of a part: sum and number of rows, and their histogram for percentiles. */
export interface Total {
  sum: number
  rows: number
  spread?: Histogram
}

/** The parts used by a formula. */
export function formulaParts<Part extends string>(formula: Formula<Part>): readonly Part[] {
  if ('sum' in formula) return [formula.sum]
  if ('mean' in formula) return [formula.mean]
  if ('percentile' in formula) return [formula.percentile]
  if ('product' in formula) return formula.product.flat()
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

/** Computes a figure from the aggregates of its parts; shared by server, console and tests. */
export function evaluate<Part extends string>(
  { unit, formula }: Figure<Part>,
  of: Record<Part, Total>,
): number | null {
  if ('sum' in formula) return roundToUnit(unit, of[formula.sum].sum * (formula.times ?? 1))
  if ('percentile' in formula) return percentileOf(of[formula.percentile].spread ?? new Map(), formula.share)
  const over = (value: number, under: number, times: number) =>
    under === 0 ? null : roundToUnit(unit, (times * value) / under)
  if ('mean' in formula) return over(of[formula.mean].sum, of[formula.mean].rows, 1)
  if ('product' in formula) {
    const [[over1, under1], [over2, under2]] = formula.product
    return over(of[over1].sum * of[over2].sum, of[under1].sum * of[under2].sum, 1)
  }
  const [from, to] = 'ratio' in formula ? formula.ratio : formula.growth
  return 'ratio' in formula
    ? over(of[from].sum, of[to].sum, formula.times ?? 100)
    : over(of[to].sum - of[from].sum, of[from].sum, 100)
}

/** A row of a figure's drill-down. */
export const FigureRow = z.object({
  part: z.string(),
  /** The part it belongs to; a record may count in two parts. */
  id: z.string(),
  at: Instant.nullable(),
  /** Display name. */
  title: z.string(),
  /** Console path of the record. */
  path: z.string().nullable(),
  /** Dimensions of the row: the facets of the figure group, and more. */
  facets: z.record(z.string(), z.string().nullable()),
  /** Contribution to its part, in the part's unit. */
  amount: z.number(),
})
export type FigureRow = z.infer<typeof FigureRow>

/** Aggregates of the parts, summed over their rows. */
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

/** Drill-down of a figure. */
export const FigureDetail = z.object({
  figure: z.string(),
  unit: Unit,
  value: z.number().nullable(),
  period: Period,
  parts: z.array(z.object({ part: z.string(), sum: z.number(), rows: z.int() })),
  /** One page of rows, by part, newest first. */
  rows: z.array(FigureRow),
  /** Number of rows in all parts. */
  total: z.int(),
})
export type FigureDetail = z.infer<typeof FigureDetail>

/** Maximum and default page size of a drill-down. */
export const maxFigureRows = 1_000
export const defaultFigureRows = 50

/** Endpoint of a figure group's drill-down. */
export type DrillDownEndpoint = Endpoint<`${string}/{figure}`, z.ZodType, z.ZodUndefined, typeof FigureDetail>

/** Declares the drill-down endpoint of a figure group, filtered by the group's facets. */
export const drillDownEndpoint = <
  const Path extends string,
  const Who extends Permission,
  Shape extends z.ZodRawShape,
>(
  path: Path,
  access: Who,
  facets: Shape,
  lag: Pick<Endpoint, 'mayLag'> = { mayLag: true },
) =>
  endpoint({
    method: 'GET',
    path: `${path}/{figure}` as const,
    summary: 'Get the drill-down of a figure: its value, its parts and their rows',
    access,
    ...lag,
    query: rangeQuery(rangeNames, '30d', {
      ...facets,
      /** Upper bound of a partial period, taken from the first page so that later pages read the same rows. */
      as_of: Instant.optional(),
      start: z.coerce.number().int().min(0).prefault(0),
      limit: z.coerce.number().int().min(1).max(maxFigureRows).prefault(defaultFigureRows),
    }),
    reply: FigureDetail,
  })
