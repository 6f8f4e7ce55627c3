import { z } from 'zod'
import { Id, Instant, reference } from '../kit/fields.ts'

/** Maximum number of recipients of a task that recurs. */
const maxRecipients = 50

/** Someone who gets the result of a task. */
export const Recipient = z.object({ id: Id, name: z.string() })

/**
 * What tasks that recur have in common, such as scheduled reports and rules on figures: who gets their result, whether they
 * run, and whose they are.
 */
export const recurringFields = {
  /** Each gets only what they may see themselves. */
  recipient_ids: z.array(Id).min(1, 'Choose at least one recipient').max(maxRecipients),
  /** Whether each result is also an event for webhook endpoints. */
  webhook: z.boolean(),
  status: z.enum(['active', 'paused']),
  /** `owner_left`: paused by the server because the owner lost access. */
  paused_reason: z.enum(['owner_left']).nullable(),
  /** Null while paused. */
  next_at: Instant.nullable(),
  /** A task runs with the rights of its owner. */
  owner_id: reference('admins'),
  owner_name: z.string(),
  organization_id: reference('organizations'),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
}
