import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import {
  betterDirection,
  checkMinutes,
  FigureCondition,
  screenOf,
  WatchedFigure,
} from '#contract/platform/figure-conditions.ts'
import type { figureRules } from '#contract/platform/figure-rules.ts'
import { databaseTime } from '#server/db/time.ts'
import type { Actor } from '#server/kit/call.ts'
import { workspaceZone } from '#server/kit/period.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import type { Services } from '#server/services.ts'
import { measuredUnit } from './history.ts'
import { initial, judge, step } from './machine.ts'
import { readFigure, requireFigure, Unreadable, withTimeout } from './read.ts'
import { previewInstants, previewSteps } from './timing.ts'

/** Milliseconds after which a preview is given up. */
const budgetMs = 20_000

type Asked = QueryOf<typeof figureRules.preview>

/** The figure and condition of a query. @throws Problem 422 */
function watchedOf({ name, figure, filters, kind, value, by, recovery }: Asked) {
  const parsed = (() => {
    try {
      return WatchedFigure.safeParse({ name, figure, filters: JSON.parse(filters) })
    } catch {
      return null
    }
  })()
  if (!parsed?.success) throw invalidField('filters', 'This figure doesn’t have these filters')
  const condition = FigureCondition.safeParse({ kind, value: value ?? null, by, recovery: recovery ?? null })
  if (!condition.success) {
    const [issue] = condition.error.issues
    throw invalidField(String(issue?.path[0]), issue?.message ?? '')
  }
  return { source: parsed.data, condition: condition.data }
}

const tooSlow = () =>
  new Problem(503, 'This figure takes too long to read for a preview', { kind: 'figure-timeout' })

/**
 * What a rule would have done lately, by the hour or by the day, as the caller may see the figure. Checks may be more
 * frequent than its points.
 * @throws Problem 422 for an invalid rule, 503 if the figure takes too long to read
 */
export async function previewRule(
  services: Services,
  actor: Actor,
  asked: Asked,
): Promise<ReplyOf<typeof figureRules.preview>> {
  const { period, every, hold, min_rows } = asked
  const { source, condition } = watchedOf(asked)
  requireFigure(actor.role, source)
  const { db } = services.database
  const [now, zone] = [await databaseTime(db), await workspaceZone(db)]
  const { hours } = previewSteps(period)
  const holdSteps = Math.max(1, Math.ceil((hold * checkMinutes[every]) / (60 * hours)))
  const points: ReplyOf<typeof figureRules.preview>['points'] = []
  let memory = initial
  let fired = 0
  const until = Date.now() + budgetMs
  try {
    await withTimeout(services, async db => {
      for (const at of previewInstants(period, zone, now)) {
        if (Date.now() > until) throw new Unreadable('timeout')
        const watched = { source, condition, period }
        const reading = await readFigure(services, db, actor, watched, { at, zone })
        const { outcome, measured, reason } = judge(condition, reading, min_rows)
        const next = step(memory, outcome, holdSteps)
        memory = next.memory
        if (next.notice === 'firing') fired++
        const { value, detail } = reading
        const { state } = memory
        points.push({ at: new Date(at).toISOString(), period: detail.period, value, measured, state, reason })
      }
    })
  } catch (error) {
    if (error instanceof Unreadable && error.reason === 'timeout') throw tooSlow()
    throw error
  }
  return {
    unit: screenOf(source)?.figures[source.figure]?.unit ?? 'count',
    measured_unit: measuredUnit({ source, condition }),
    better: betterDirection(source),
    step_hours: hours,
    points,
    fired,
  }
}
