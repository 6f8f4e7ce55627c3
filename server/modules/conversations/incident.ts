import { v7 as uuid } from 'uuid'
import { riskLevelOf } from '#contract/conversations/judgement.ts'
import type { Context } from '#contract/conversations/safety.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import type { Assessment } from './safety-watch/assess.ts'

interface Flagged {
  conversation: { id: string; organization_id: string; person_id: string }
  message: { id: string; ts: string }
  assessment: Pick<Assessment, 'context' | 'risk' | 'emotion'>
  /** Whether to alert the operators. */
  escalates: boolean
}

interface OpenIncident {
  id: string
  organization_id: string
  person_id: string
  conversation_id: string
  message_id: string
}

/** Alerts the operators of an incident that has not alerted anyone yet, in the category that a reviewer names. */
export async function escalateIncident(
  call: AuthenticatedCall,
  { id, ...about }: OpenIncident,
  category: Context,
): Promise<void> {
  const alert = await raiseAlert(call, {
    ...about,
    type: category,
    source: 'conversation',
    severity: 'high',
    event_key: about.message_id,
  })
  await call.db
    .updateTable('safety_incidents')
    .set({ alert_id: alert.id, escalation_needed: true })
    .where('id', '=', id)
    .execute()
  call.audit({
    action: 'update',
    resourceType: 'safety_incidents',
    resourceId: id,
    organizationId: about.organization_id,
    details: { after: { alert_id: alert.id, escalation_needed: true } },
  })
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
  call.audit({
    action: 'create',
    resourceType: 'safety_incidents',
    resourceId: id,
    organizationId: organization_id,
    details: { alert_id: alert?.id ?? null },
  })
  return id
}
