import { z } from 'zod'
import { Day, Instant } from './fields.ts'

/** Time ranges of figures: rolling hours, or days and months including today. */
export const rangeNames = ['1h', '24h', '7d', '30d', '90d', '180d', '365d', '12m'] as const
export type RangeName = (typeof rangeNames)[number]

/** Maximum number of days in a range. */
export const maxDays = 3660

/** Earliest and latest day allowed in a range. */
export const [firstDay, lastDay] = ['2000-01-01', '2999-12-31'] as const

/** Last day of the longest range that starts on a day; the latest allowed day if the argument is not a day. */
export function lastSelectableDay(first: string): string {
  const last = Date.parse(`${first}T00:00:00Z`) + (maxDays - 1) * 86_400_000
  return Number.isNaN(last) ? lastDay : new Date(last).toISOString().slice(0, 10)
}

/** Whether two days form an allowed range. */
export const isValidRange = (first: string, last: string): boolean =>
  [first, last].every(day => Day.safeParse(day).success && day >= firstDay && day <= lastDay) &&
  first <= last &&
  last <= lastSelectableDay(first)

/** Query parameters shared by all ranges: explicit days instead of a named range, and the previous period. */
const periodParams = {
  /** First and last day, inclusive; they take precedence over a named range. */
  from: Day.optional(),
  to: Day.optional(),
  /**
   * Returns the preceding period of the same length. If the current one is partial, it is cut at the same point.
   */
  previous: z.stringbool().optional(),
}

type Days = { from?: string; to?: string }

/** Adds the checks that involve more than one field. */
const withRangeChecks = <S extends z.ZodType>(query: S) =>
  query
    .refine(
      values => {
        const { from, to } = values as Days
        return (from === undefined) === (to === undefined)
      },
      { path: ['to'], message: 'Provide both the first and the last day' },
    )
    .refine(
      values => {
        const { from = firstDay, to = lastDay } = values as Days
        return from >= firstDay && to <= lastDay
      },
      { path: ['from'], message: `Days must be between ${firstDay} and ${lastDay}` },
    )
    .refine(
      values => {
        const { from, to } = values as Days
        return !from || !to || (from <= to && to <= lastSelectableDay(from))
      },
      {
        path: ['to'],
        message: `The last day must be on or after the first, and less than ${maxDays} days later`,
      },
    )

/** Query with a named range (`time_range`), and further parameters. */
export const rangeQuery = <
  const Names extends readonly RangeName[],
  Shape extends z.ZodRawShape = Record<never, never>,
>(
  names: Names,
  usual: Names[number],
  also: Shape = {} as Shape,
) => withRangeChecks(z.strictObject({ time_range: z.enum(names).prefault(usual), ...periodParams, ...also }))

/** Query with the last `days`, including today. */
export const daysQuery = <Shape extends z.ZodRawShape = Record<never, never>>(
  usual: number,
  also: Shape = {} as Shape,
) =>
  withRangeChecks(
    z.strictObject({
      days: z.coerce.number().int().min(1).max(maxDays).prefault(usual),
      ...periodParams,
      ...also,
    }),
  )

/** The period covered by a reply, as resolved by the server. */
export const Period = z.object({
  from: Instant,
  /** Exclusive. */
  to: Instant,
  /** Whether the last day is not over yet. */
  partial: z.boolean(),
  /** Time zone in which days start at midnight. */
  time_zone: z.string(),
})
export type Period = z.infer<typeof Period>
