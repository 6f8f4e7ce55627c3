import { safetyIncidents } from '#contract/conversations/safety-incidents.ts'
import { type Range, type ReportOptions, useReport } from '#kit/analytics/use-range.ts'
import { call } from '#kit/call.ts'

async function now(given: ReportOptions) {
  const [summary, { incidents, total }, { distribution }, { timeline }] = await Promise.all([
    call(safetyIncidents.summary, given),
    call(safetyIncidents.recent, given),
    call(safetyIncidents.byRiskLevel, given),
    call(safetyIncidents.timeline, given),
  ])
  return { summary, incidents, total, distribution, timeline }
}
export type Safety = Awaited<ReturnType<typeof now>>

const before = (given: ReportOptions) => call(safetyIncidents.summary, given)

export const useSafety = (range: Range) => useReport('/api/safety-incidents', range, { now, before })
