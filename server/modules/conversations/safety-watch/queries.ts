import { sql } from 'kysely'
import type { Emotion } from '#contract/conversations/judgement.ts'
import { type RiskLevel, riskLevels } from '#contract/conversations/judgement.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { rowScope } from '#server/kit/table/scope.ts'

interface Figures {
  turns: number
  flagged_turns: number
  average_sentiment: number | null
  by_risk_level: Partial<Record<RiskLevel, number>>
  by_emotion: Partial<Record<Emotion, number>>
  incidents: number
  escalations: number
  alerts: number
  by_context: Record<string, number>
}

/** What the watch found within the caller's reach in the last days; everything counted, nothing estimated. */
export async function figuresOf(call: AuthenticatedCall, days: number): Promise<Figures> {
  const owner = { organization: 'organization_id', person: 'person_id' }
  const found = await sql<Figures>`
    with spoken as (
      select sentiment, emotion, safety_flagged, case when risk_score >= 0.8 then 'critical'
        when risk_score >= 0.6 then 'high' when risk_score >= 0.4 then 'medium'
        when risk_score >= 0.2 then 'low' else 'minimal' end as level
      from messages where type = 'user' and ts > now() - make_interval(days => ${days}) and ${rowScope(call, owner)}
    ), opened as (
      select escalation_needed, alert_id, context from safety_incidents
      where ts > now() - make_interval(days => ${days}) and ${rowScope(call, owner)}
    )
    select
      (select count(*) from spoken) as turns,
      (select count(*) from spoken where safety_flagged) as flagged_turns,
      (select round(avg(sentiment)::numeric, 3) from spoken) as average_sentiment,
      (select coalesce(jsonb_object_agg(level, n), '{}') from (
        select level, count(*) as n from spoken group by level) as levels) as by_risk_level,
      (select coalesce(jsonb_object_agg(emotion, n), '{}') from (
        select emotion, count(*) as n from spoken where emotion is not null group by emotion) as felt) as by_emotion,
      (select count(*) from opened) as incidents,
      (select count(*) from opened where escalation_needed) as escalations,
      (select count(*) from opened where alert_id is not null) as alerts,
      (select coalesce(jsonb_object_agg(context, n), '{}') from (
        select context, count(*) as n from opened group by context) as contexts) as by_context`.execute(
    call.db,
  )
  const [figures] = found.rows
  if (!figures) throw new Error('a query of counts answers one row')
  return figures
}

export const levelsOf = (counts: Figures['by_risk_level']) =>
  riskLevels.map(risk_level => ({ risk_level, count: counts[risk_level] ?? 0 }))
