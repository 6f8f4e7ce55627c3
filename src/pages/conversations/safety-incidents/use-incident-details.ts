import { useTranslation } from 'react-i18next'
import type { SafetyIncident } from '#contract/conversations/safety-incidents.ts'
import { may } from '#contract/kit/permissions.ts'
import { useCan } from '#kit/current-user.ts'

/** URL of the turn that raised an incident, or of its conversation; null if there is none. */
function conversationOf({ conversation_id, message_id }: SafetyIncident): string | null {
  if (!conversation_id) return null
  const search = new URLSearchParams({ session: conversation_id })
  if (message_id) search.set('message', message_id)
  return `/conversations?${search}`
}

/** Formats an incident, with links to its conversation and alert where the user has permission. */
export function useIncidentDetails() {
  const { t } = useTranslation(['safety', 'conversations'])
  const can = useCan()
  const mayRead = can(may('conversations', 'list'))
  const maySeeAlerts = can(may('alerts', 'list'))
  return (incident: SafetyIncident) => ({
    context: t(`conversations:context.${incident.context as 'medical'}`, { defaultValue: incident.context }),
    emotion: incident.emotion_detected
      ? t(`conversations:emotion.${incident.emotion_detected as 'sad'}`, {
          defaultValue: incident.emotion_detected,
        })
      : '–',
    escalation: t(incident.escalation_needed ? 'escalation.needed' : 'escalation.none'),
    conversation: mayRead ? conversationOf(incident) : null,
    alert: maySeeAlerts && incident.alert_id ? `/emergency/alerts/${incident.alert_id}` : null,
  })
}
