import type { Db } from '#server/db/open.ts'
import type { Entry } from '#server/kit/audit.ts'
import { perform } from './act.ts'
import type { Claimed, Settled } from './queue.ts'
import type { Held } from './record.ts'

type Told = Pick<
  Claimed,
  'id' | 'organization_id' | 'round' | 'step' | 'channel' | 'recipient_kind' | 'recipient_id' | 'recipient'
>

export const isReached = (state: Settled['state']) => state === 'sent' || state === 'delivered'

/** Notes in an alert's timeline, and in the activity log, whether a call reached whom it was made to. */
export async function tell(
  db: Db,
  record: (entry: Entry) => void,
  alert: Held,
  { id, organization_id, round, step, channel, recipient_kind, recipient_id, recipient }: Told,
  { state, key }: { state: Settled['state']; key: string },
): Promise<Held> {
  const reached = isReached(state)
  const details = {
    recipient_kind,
    recipient_id,
    [recipient_kind === 'contact' ? 'contact' : 'recipient']: recipient,
    ...(recipient_kind === 'contact' && { contact_id: recipient_id }),
    channel,
    outcome: state,
    round,
    step,
  }
  const { after } = await perform(db, alert, { act: 'tell', reached, details }, key)
  record({
    action: reached ? 'notify' : 'notify_fail',
    resourceType: 'alerts',
    resourceId: alert.id,
    organizationId: organization_id,
    details: { delivery: id, channel, outcome: state },
  })
  return after
}
