import { type RawBuilder, sql } from 'kysely'
import { riskLevelOf, riskLevels } from '#contract/conversations/judgement.ts'
import type { SafetyIncident } from '#contract/conversations/safety-incidents.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import type { DateRange } from '#server/kit/period.ts'
import { notFound } from '#server/kit/problem.ts'
import { matchesKey, rowScope } from '#server/kit/table/scope.ts'

type IncidentRow = Omit<SafetyIncident, 'risk_level'>
const columns = sql`i.id, i.ts as timestamp, p.user_id, p.name as user_name, i.risk_score, i.context,
  i.emotion as emotion_detected, i.escalation_needed, i.conversation_id, i.message_id, i.alert_id`
const withRiskLevel = (findIncident: IncidentRow): SafetyIncident => ({
  ...findIncident,
  risk_level: riskLevelOf(findIncident.risk_score),
})

/** @throws Problem 404 if the incident is outside the caller's scope */
export async function incident(
  call: AuthenticatedCall & { params: { id: string } },
): Promise<SafetyIncident> {
  const { rows } = await sql<IncidentRow>`
    select ${columns} from safety_incidents i join people p on p.id = i.person_id
    where i.id in (select id from safety_incidents where ${matchesKey(call.params.id, false)})
      and ${rowScope(call, { organization: 'i.organization_id', person: 'i.person_id' })}`.execute(call.db)
  if (!rows[0]) throw notFound('This incident')
  return withRiskLevel(rows[0])
}

/** Incidents in a span that match a condition, newest first, with their total. */
export async function listIncidents(db: Db, span: DateRange, where: RawBuilder<boolean>, limit: number) {
  const met = sql`i.ts >= ${span.from.toISOString()} and i.ts < ${span.to.toISOString()} and ${where}`
  const result = await sql<IncidentRow>`
    select ${columns} from safety_incidents i join people p on p.id = i.person_id
    where ${met} order by i.ts desc, i.id desc limit ${limit}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from safety_incidents i where ${met}`.execute(db)
  return {
    incidents: result.rows.map(withRiskLevel),
    total: counted.rows[0]?.total ?? 0,
  }
}

/** Risk statistics of a person's incidents. */
export async function summarizeRisks(db: Db, personId: string, span: DateRange) {
  const { rows } = await sql<{ risk: number }>`
    select risk_score as risk from safety_incidents where person_id = ${personId}
      and ts >= ${span.from.toISOString()} and ts < ${span.to.toISOString()}`.execute(db)
  const risks = rows.map(({ risk }) => risk)
  return {
    incident_count: risks.length,
    highest_risk_score: risks.length > 0 ? Math.max(...risks) : null,
    distribution: riskLevels.map(risk_level => ({
      risk_level,
      count: risks.filter(risk => riskLevelOf(risk) === risk_level).length,
    })),
  }
}
