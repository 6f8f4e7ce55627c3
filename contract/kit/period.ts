import { z } from 'zod'
import { Day, Instant } from './fields.ts'

/** The time that figures cover, by name: the last hours, rolling; the last days or months, today included. */
export const rangeNames = ['1h', '24h', '7d', '30d', '90d', '180d', '365d', '12m'] as const
export type RangeName = (typeof rangeNames)[number]

/** Days that figures may cover at most. */
export const maxDays = 3660

/** The days that figures may be about: neither before there was anything, nor where calendars end. */
export const [firstDay, lastDay] = ['2000-01-01', '2999-12-31'] as const

/** The last day of the longest time that begins with a day; of what is no day, the last of all. */
export function lastSelectableDay(first: string): string {
  const last = Date.parse(`${first}T00:00:00Z`) + (maxDays - 1) * 86_400_000
  return Number.isNaN(last) ? lastDay : new Date(last).toISOString().slice(0, 10)
}

/** Whether these are the first and the last day of a time that figures can cover. */
export const isValidRange = (first: string, last: string): boolean =>
  [first, last].every(day => Day.safeParse(day).success && day >= firstDay && day <= lastDay) &&
  first <= last &&
  last <= lastSelectableDay(first)

/** What every query about a time has beside its name: whole days instead of it, and the turn to the period before. */
const around = {
  /** The first and the last day, both included; they go before a name. */
  from: Day.optional(),
  to: Day.optional(),
  /** Asks for the same length of time just before, up to the same point of it where it is not over yet. */
  previous: z.stringbool().optional(),
}

type Days = { from?: string; to?: string }

/** Holds a query to what the schema of each field alone cannot say. */
const sound = <S extends z.ZodType>(query: S) =>
  query
    .refine(
      asked => {
        const { from, to } = asked as Days
        return (from === undefined) === (to === undefined)
      },
      { path: ['to'], message: 'Provide both the first and the last day' },
    )
    .refine(
      asked => {
        const { from = firstDay, to = lastDay } = asked as Days
        return from >= firstDay && to <= lastDay
      },
      { path: ['from'], message: `Days must be between ${firstDay} and ${lastDay}` },
    )
    .refine(
      asked => {
        const { from, to } = asked as Days
        return !from || !to || (from <= to && to <= lastSelectableDay(from))
      },
      {
        path: ['to'],
        message: `The last day must not be before the first, and less than ${maxDays} days after it`,
      },
    )

/** The query of a call about a time by name (`time_range`), and whatever else it asks for. */
export const rangeQuery = <
  const Names extends readonly RangeName[],
  Shape extends z.ZodRawShape = Record<never, never>,
>(
  names: Names,
  usual: Names[number],
  also: Shape = {} as Shape,
) => sound(z.strictObject({ time_range: z.enum(names).prefault(usual), ...around, ...also }))

/** The query of a call about the last `days`, today included. */
export const daysQuery = <Shape extends z.ZodRawShape = Record<never, never>>(
  usual: number,
  also: Shape = {} as Shape,
) =>
  sound(
    z.strictObject({
      days: z.coerce.number().int().min(1).max(maxDays).prefault(usual),
      ...around,
      ...also,
    }),
  )

/** The time that an answer covers, as the server took it. */
export const Period = z.object({
  from: Instant,
  /** Excluded. */
  to: Instant,
  /** Whether its last day is still running. */
  partial: z.boolean(),
  /** The zone whose midnights cut the days. */
  time_zone: z.string(),
})
export type Period = z.infer<typeof Period>
