import { z } from 'zod'
import { Channel } from '../alerts/index.ts'
import { Instant } from '../kit/fields.ts'

/** What was done about a person's open alerts. Nothing here is assumed: a list without entries means nobody. */
export const HelpStatus = z.object({
  open_alerts: z.int().positive(),
  /** When the oldest of them was raised. */
  since: Instant,
  /** Latest successful delivery per recipient, newest first; `sent` is not confirmed by the receiver. */
  notified: z.array(
    z.object({ recipient: z.string(), channel: Channel, state: z.enum(['sent', 'delivered']), at: Instant }),
  ),
  /** Recipients with only failed deliveries or channels that are not configured. */
  unreached: z.int(),
  /** Current owners of the alerts. */
  responders: z.array(z.object({ name: z.string(), since: Instant })),
  /** Whether an alert has no owner. */
  unowned: z.boolean(),
  /** Number of contacts stored for the person. */
  contacts: z.int(),
  next_attempt_at: Instant.nullable(),
})
export type HelpStatus = z.infer<typeof HelpStatus>
