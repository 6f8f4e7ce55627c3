import { useTranslation } from 'react-i18next'
import { type SafetyIncident, safetyIncidents } from '#contract/conversations/safety-incidents.ts'
import { may } from '#contract/kit/permissions.ts'
import { useSearch } from '#kit/address.ts'
import { type Range, type ReportOptions, useReport } from '#kit/analytics/use-range.ts'
import { call } from '#kit/call.ts'
import { useCan } from '#kit/current-user.ts'

async function now(options: ReportOptions) {
  const [summary, { incidents, total }, { distribution }, { timeline }] = await Promise.all([
    call(safetyIncidents.summary, options),
    call(safetyIncidents.recent, options),
    call(safetyIncidents.byRiskLevel, options),
    call(safetyIncidents.timeline, options),
  ])
  return { summary, incidents, total, distribution, timeline }
}
export type Safety = Awaited<ReturnType<typeof now>>

async function before(options: ReportOptions) {
  const [summary, { timeline }] = await Promise.all([
    call(safetyIncidents.summary, options),
    call(safetyIncidents.timeline, options),
  ])
  return { summary, timeline }
}

export const useSafety = (range: Range) => useReport('/api/safety-incidents', range, { now, before })

/** The incident in the URL: `?incident=<id>`. */
export function useOpenIncident() {
  const [search, change] = useSearch()
  const show = (incident: string | null) => change({ figure: null, incident })
  return { incident: search.get('incident'), open: show, close: () => show(null) }
}

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
