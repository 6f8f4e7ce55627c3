import { sql } from 'kysely'
import { riskLevels } from '#contract/conversations/judgement.ts'
import { safetyIncidents } from '#contract/conversations/safety-incidents.ts'
import { periodOf } from '#server/kit/period.ts'
import { findAccessiblePerson } from '#server/kit/person.ts'
import { serve } from '#server/kit/serve.ts'
import { rowScope } from '#server/kit/table/scope.ts'
import {
  byDay,
  conversations,
  incidents,
  meanOf,
  ranking,
  readRollups,
  requestedRange,
  sumOf,
} from '#server/rollups/index.ts'
import { figures } from './parts.ts'
import { incident, listIncidents, summarizeRisks } from './queries.ts'

const maxUserIncidents = 50

export default serve(safetyIncidents)({
  summary: async call => {
    const span = await requestedRange(call)
    const cells = await readRollups(call, span, reader =>
      reader.cells(conversations, ['risk', 'emergency', 'distress']),
    )
    const risks = new Map(ranking(cells, 'risk').map(({ key, count }) => [key, count]))
    return {
      period: periodOf(span),
      high_risk_conversations: risks.get('high') ?? 0,
      medium_risk_conversations: risks.get('medium') ?? 0,
      emergency_contexts: sumOf(ranking(cells, 'emergency')),
      distressed_conversations: sumOf(ranking(cells, 'distress')),
    }
  },
  recent: async call => {
    const span = await requestedRange(call)
    const { min_risk_score, limit } = call.query
    const where = sql<boolean>`i.risk_score::numeric >= ${min_risk_score}
      and ${rowScope(call, { organization: 'i.organization_id', person: 'i.person_id' })}`
    return { period: periodOf(span), ...(await listIncidents(call.db, span, where, limit)) }
  },
  show: async call => ({ incident: await incident(call) }),
  byRiskLevel: async call => {
    const span = await requestedRange(call)
    const cells = await readRollups(call, span, reader => reader.cells(incidents, ['level']))
    const counts = new Map(ranking(cells, 'level').map(({ key, count }) => [key, count]))
    return {
      period: periodOf(span),
      distribution: riskLevels.map(risk_level => ({ risk_level, count: counts.get(risk_level) ?? 0 })),
    }
  },
  timeline: async call => {
    const span = await requestedRange(call)
    const cells = await readRollups(call, span, reader => reader.sums(incidents, ['level'], 'day'))
    return {
      period: periodOf(span),
      timeline: byDay(cells, span).map(({ date, cells }) => ({
        date,
        incident_count: sumOf(cells),
        average_risk_score: meanOf(cells, 3),
      })),
    }
  },
  ofUser: async call => {
    const { id, user_id } = await findAccessiblePerson(call, call.params.id)
    const span = await requestedRange(call)
    const { incidents } = await listIncidents(call.db, span, sql`i.person_id = ${id}`, maxUserIncidents)
    return { period: periodOf(span), user_id, ...(await summarizeRisks(call.db, id, span)), incidents }
  },
  open: call => figures.open(call),
})
