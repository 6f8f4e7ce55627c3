import { z } from 'zod'
import type { RangeName } from '../kit/period.ts'
import { type FigureSource, figureSources, isFigureSource } from './report-sources.ts'

/** A figure of a screen, with the screen's filters. */
export const WatchedFigure = z.strictObject({
  /** The screen of figures, by its name in `report-sources.ts`. */
  name: z.string().min(1).max(60),
  figure: z.string().min(1).max(60),
  /** Values of the screen's facets. */
  filters: z.record(z.string().max(60), z.string().max(200)).default({}),
})
export type WatchedFigure = z.infer<typeof WatchedFigure>

/** The screen of a figure; null if the screen or the figure does not exist. */
export function screenOf({ name, figure }: WatchedFigure): FigureSource | null {
  const screen: FigureSource | null = isFigureSource(name) ? figureSources[name] : null
  return screen && Object.hasOwn(screen.figures, figure) ? screen : null
}

/**
 * The time that a rule reads: rolling hours that end with the check, or days that are over, so that a day that has just
 * begun is never compared with a whole one.
 */
export const rulePeriods = ['1h', '24h', '1d', '7d', '30d'] as const satisfies readonly (RangeName | '1d')[]
export type RulePeriod = (typeof rulePeriods)[number]

/** Complete days of a period; null for rolling hours. */
export const daysOfPeriod = (period: RulePeriod): number | null =>
  period.endsWith('d') ? Number.parseInt(period, 10) : null

/** Minutes between two checks. */
export const checkMinutes = { '5m': 5, '15m': 15, '1h': 60, '6h': 360, '1d': 1_440 } as const
export type CheckInterval = keyof typeof checkMinutes
export const checkIntervals = Object.keys(checkMinutes) as [CheckInterval, ...CheckInterval[]]

/** Complete days change once a day: checking them every few minutes reads the same again. */
export const isTooFrequent = (period: RulePeriod, every: CheckInterval): boolean =>
  daysOfPeriod(period) !== null && checkMinutes[every] < checkMinutes['1h']

export const conditionKinds = ['above', 'below', 'rises', 'falls', 'missing'] as const
export type ConditionKind = (typeof conditionKinds)[number]

/** Whether a condition compares with the period before. */
export const isChange = (kind: ConditionKind): boolean => kind === 'rises' || kind === 'falls'

/** When a rule fires. */
export const FigureCondition = z
  .strictObject({
    kind: z.enum(conditionKinds),
    /** Threshold in the unit of what is measured; null for missing data. */
    value: z.number().min(-1e12).max(1e12).nullable().default(null),
    /** Unit of a change: percent of the period before, or the figure’s own. */
    by: z.enum(['percent', 'absolute']).default('percent'),
    /** What must be measured again for the rule to recover; null for the threshold itself. */
    recovery: z.number().min(-1e12).max(1e12).nullable().default(null),
  })
  .superRefine(({ kind, value, recovery }, { addIssue }) => {
    const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    if (kind === 'missing') return
    if (value === null) return refuse('value', 'Enter a threshold')
    if (isChange(kind) && value < 0) return refuse('value', 'A change must not be negative')
    if (recovery === null) return
    if (kind === 'below' ? recovery < value : recovery > value)
      refuse('recovery', 'The rule must recover on the other side of its threshold')
  })
export type FigureCondition = z.infer<typeof FigureCondition>

/** Figures of which less is better; of all others that are judged at all, more is. */
const lessIsBetter = new Set([
  ...['average_latency', 'p50', 'p95', 'p99', 'churn_rate', 'churned_customers', 'monthly_churn_rate'],
  ...['recent_cancellations', 'ending_subscriptions', 'trials_expired', 'high_risk_conversations'],
  ...[
    'medium_risk_conversations',
    'emergency_contexts',
    'distressed_conversations',
    'incidents',
    'average_risk',
  ],
])

/** Whether an increase of a figure is good. */
export const betterDirection = ({ figure }: WatchedFigure): 'more' | 'less' =>
  lessIsBetter.has(figure) ? 'less' : 'more'
