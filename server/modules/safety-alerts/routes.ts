import type { z } from 'zod'
import type { Alert } from '#contract/alerts.ts'
import { type Acknowledgment, safetyAlerts } from '#contract/safety-alerts.ts'
import type { KnownCall } from '#server/kit/call.ts'
import { invalid } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import {
  acknowledgedAlerts,
  act,
  alertTable,
  countOpen,
  helper,
  helperNamed,
  openAlerts,
  timelineOf,
} from '#server/modules/alerts/index.ts'
import { nameOf } from './queries.ts'

/** Who acknowledged an alert first, and what they noted. */
async function acknowledgmentOf(
  call: KnownCall,
  { id, acknowledged_at, acknowledged_by }: z.output<typeof Alert>,
): Promise<z.output<typeof Acknowledgment>> {
  const first = (await timelineOf(call.db, id)).find(({ type }) => type === 'acknowledged')
  return {
    alert_id: id,
    acknowledged: acknowledged_at !== null,
    acknowledged_by: acknowledged_by ? await nameOf(call.db, acknowledged_by) : null,
    acknowledged_at,
    notes: (first?.details?.notes as string | undefined) ?? null,
  }
}

export default serve(safetyAlerts)({
  open: async call => {
    const { total, unacknowledged, critical, oldest_raised_at } = await countOpen(call)
    const alerts = await openAlerts(call, call.query.limit)
    return { alerts, total, unacknowledged, critical, oldest_raised_at }
  },

  acknowledge: async call => {
    const { alert_id, acknowledged_by, notes } = call.body
    const { id } = call.params
    if (alert_id && alert_id !== id) throw invalid('alert_id', 'The alert doesn’t match the one in the path')
    const by = acknowledged_by ? await helperNamed(call, acknowledged_by) : helper(call)
    return acknowledgmentOf(call, await act(call, id, { act: 'acknowledge', by, notes }))
  },

  acknowledgment: async call => acknowledgmentOf(call, await alertTable.find(call, call.params.id)),
  acknowledged: call => acknowledgedAlerts(call, call.query.limit),
})
