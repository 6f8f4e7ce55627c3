import type { z } from 'zod'
import type { Alert } from '#contract/alerts/alerts.ts'
import { type Acknowledgment, safetyAlerts } from '#contract/conversations/safety-alerts.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { invalidField } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import {
  alertTable,
  countOpenAlerts,
  executeCommand,
  listAcknowledgedAlerts,
  listAlertEvents,
  listOpenAlerts,
  resolveResponder,
  responderId,
} from '#server/modules/alerts/index.ts'
import { findPersonName } from '../queries.ts'

/** The first acknowledgement of an alert, with its notes. */
async function toAcknowledgment(
  call: AuthenticatedCall,
  { id, acknowledged_at, acknowledged_by }: z.output<typeof Alert>,
): Promise<z.output<typeof Acknowledgment>> {
  const first = (await listAlertEvents(call.db, id)).find(({ type }) => type === 'acknowledged')
  return {
    alert_id: id,
    acknowledged: acknowledged_at !== null,
    acknowledged_by: acknowledged_by ? await findPersonName(call.db, acknowledged_by) : null,
    acknowledged_at,
    notes: (first?.details?.notes as string | undefined) ?? null,
  }
}

export default serve(safetyAlerts)({
  open: async call => {
    const { total, unacknowledged, critical, oldest_raised_at } = await countOpenAlerts(call)
    const alerts = await listOpenAlerts(call, call.query.limit)
    return { alerts, total, unacknowledged, critical, oldest_raised_at }
  },

  acknowledge: async call => {
    const { alert_id, acknowledged_by, notes } = call.body
    const { id } = call.params
    if (alert_id && alert_id !== id)
      throw invalidField('alert_id', 'The alert doesn’t match the one in the path')
    const by = acknowledged_by ? await resolveResponder(call, acknowledged_by) : responderId(call)
    return toAcknowledgment(call, await executeCommand(call, id, { act: 'acknowledge', by, notes }))
  },

  acknowledgment: async call => toAcknowledgment(call, await alertTable.find(call, call.params.id)),
  acknowledged: call => listAcknowledgedAlerts(call, call.query.limit),
})
