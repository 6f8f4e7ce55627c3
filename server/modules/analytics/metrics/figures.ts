import { stages } from '#contract/analytics/latency.ts'
import type { OperationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { CapabilityMode } from '#contract/conversations/translation-sessions.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import type { DateRange } from '#server/kit/period.ts'
import {
  type Cell,
  latenciesOf,
  outcomes,
  percentOf,
  ranking,
  readRollups,
  sumOf,
  translation,
} from '#server/rollups/index.ts'

const maxPairs = 10

/** Sessions by region, most first. */
const byRegion = (cells: readonly Cell[]) =>
  outcomes(cells, 'region').map(({ key, ...region }) => ({
    region: key as OperationalMetrics['metrics']['sessions_by_region'][number]['region'],
    ...region,
  }))

/** Translation sessions of a span by region. */
export const countByRegion = (
  call: Pick<AuthenticatedCall, 'grant' | 'actor' | 'services'>,
  span: DateRange,
) =>
  readRollups(call, span, async reader => {
    const cells = await reader.cells(translation, ['region', 'all'])
    return { total: sumOf(ranking(cells, 'all')), regions: byRegion(cells) }
  })

/** The translation sessions that started in a span. */
export const getTranslationMetrics = (
  call: Pick<AuthenticatedCall, 'grant' | 'actor' | 'services'>,
  span: DateRange,
): Promise<OperationalMetrics['metrics']> =>
  readRollups(call, span, async reader => {
    const cells = await reader.cells(translation, [...stages, 'status', 'mode', 'pair', 'region', 'all'])
    const status = new Map(ranking(cells, 'status').map(({ key, count }) => [key, count]))
    const modes = new Map(ranking(cells, 'mode').map(({ key, count }) => [key, count]))
    const completed = status.get('completed') ?? 0
    const pairs = outcomes(cells, 'pair')
    const latency = latenciesOf(cells)
    return {
      total_sessions: sumOf(ranking(cells, 'all')),
      active_sessions: status.get('active') ?? 0,
      avg_latency_ms: latency.end_to_end.average,
      success_rate: percentOf(completed, completed + (status.get('failed') ?? 0)),
      languages_used: new Set(pairs.flatMap(({ key }) => key.split(' → '))).size,
      active_language_pairs: pairs.length,
      sessions_by_mode: Object.fromEntries(
        CapabilityMode.options.map(mode => [mode, modes.get(mode) ?? 0]),
      ) as OperationalMetrics['metrics']['sessions_by_mode'],
      top_language_pairs: pairs.slice(0, maxPairs).map(({ key, ...pair }) => ({ pair: key, ...pair })),
      sessions_by_region: byRegion(cells),
      latency,
    }
  })
