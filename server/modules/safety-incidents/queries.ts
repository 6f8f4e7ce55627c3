import { type RawBuilder, sql } from 'kysely'
import { riskLevelOf, riskLevels, type SafetyIncident } from '#contract/safety-incidents.ts'
import type { Db } from '#server/db/open.ts'
import type { Span } from '#server/kit/period.ts'

type Read = Omit<SafetyIncident, 'risk_level'>

/** The incidents of a span that meet a condition, the newest first, with how many there are. */
export async function incidentsIn(db: Db, span: Span, where: RawBuilder<boolean>, limit: number) {
  const met = sql`i.ts >= ${span.from.toISOString()} and i.ts < ${span.to.toISOString()} and ${where}`
  const found = await sql<Read>`
    select i.id, i.ts as timestamp, p.user_id, i.risk_score, i.context, i.emotion as emotion_detected,
      i.escalation_needed, i.conversation_id, i.alert_id
    from safety_incidents i join people p on p.id = i.person_id
    where ${met} order by i.ts desc, i.id desc limit ${limit}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from safety_incidents i where ${met}`.execute(db)
  return {
    incidents: found.rows.map(incident => ({ ...incident, risk_level: riskLevelOf(incident.risk_score) })),
    total: counted.rows[0]?.total ?? 0,
  }
}

/** The incidents of one person. */
export async function risksOf(db: Db, personId: string, span: Span) {
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
