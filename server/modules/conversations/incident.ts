import { v7 as uuid } from 'uuid'
import { riskLevelOf } from '#contract/conversations/risk.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import type { Assessment } from './safety-watch/assess.ts'

interface Flagged {
  conversation: { id: string; organization_id: string; person_id: string }
  message: { id: string; ts: string }
  assessment: Assessment
  /** Whether to alert the operators. */
  escalates: boolean
}

/** Opens an incident for a flagged turn and, if it escalates, alerts the operators. @returns the incident's id */
export async function openIncident(
  call: AuthenticatedCall,
  { conversation, message, assessment, escalates }: Flagged,
): Promise<string> {
  const id = uuid()
  const { organization_id, person_id } = conversation
  const context = assessment.context ?? 'distress'
  const about = { organization_id, person_id, conversation_id: conversation.id, message_id: message.id }
  const alert = escalates
    ? await raiseAlert(call, {
        ...about,
        type: context,
        source: 'conversation',
        severity: riskLevelOf(assessment.risk) === 'critical' ? 'critical' : 'high',
        event_key: message.id,
      })
    : null
  await call.db
    .insertInto('safety_incidents')
    .values({
      id,
      ...about,
      alert_id: alert?.id ?? null,
      risk_score: assessment.risk,
      context,
      emotion: assessment.emotion,
      escalation_needed: escalates,
      ts: message.ts,
    })
    .execute()
  return id
}
