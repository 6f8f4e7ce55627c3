import { z } from 'zod'
import { Id, Instant, personal } from '../kit/fields.ts'

export const AlertEventType = z.enum([
  'received',
  'notified',
  /** A delivery failed. */
  'unreached',
  'acknowledged',
  'handed_over',
  'noted',
  'located',
  'rearmed',
  /** People were excluded from the alert: they are neither notified nor shown it. */
  'excluded',
  /** A ladder was started without some of its recipients. */
  'left_out',
  /** The ladder has no deliveries left. */
  'exhausted',
  'resolved',
  'cancelled',
  'cleared',
])
export type AlertEventType = z.infer<typeof AlertEventType>

export const Channel = z.enum(['push', 'mail', 'webhook', 'sms', 'voice'])
export type Channel = z.infer<typeof Channel>

/**
 * State of one delivery. `sent`: accepted by the carrier. `delivered`: answered by the receiver, or confirmed by the
 * carrier. `rehearsed`: would have been sent. `stopped`: no longer needed.
 */
export const DeliveryState = z.enum([
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'not_configured',
  'stopped',
  'rehearsed',
])
export type DeliveryState = z.infer<typeof DeliveryState>

export const DeliveryReceipt = z.object({
  /** The carrier's id of the attempt. */
  carrier_id: z.string(),
  state: z.enum(['queued', 'sent', 'delivered', 'failed']),
  /** The carrier's own status: `undelivered`, `no-answer`, … */
  status: z.string(),
  /** The carrier's error code. */
  code: z.string().nullable(),
  at: Instant,
})

/** Recorded as `answer` when the recipient has no address on the channel. */
export const noAddress = 'No address for this channel'
/** Answer of a delivery to a schedule when no one is on call. */
export const noOneOnCall = 'No one is on call'
/** Answer of a delivery to a schedule whose person on call must not see the alert. */
export const onCallNotAssigned = 'The person on call is not assigned to this person'
/** Answer of a delivery whose recipient was excluded before it was made. */
export const excludedRecipient = 'Excluded from this alert'

export const Delivery = z.object({
  id: Id,
  /** Counted from 1: each start of the ladder is a round. */
  round: z.int(),
  /** Ladder step, counted from 1; 0 for a delivery outside a ladder. */
  step: z.int(),
  channel: Channel,
  recipient_kind: z.enum(['contact', 'person', 'schedule', 'service', 'webhook']),
  recipient_id: Id.nullable(),
  recipient: z.string(),
  due_at: Instant,
  state: DeliveryState,
  attempts: z.int(),
  /** Repeated sends after a crash between sending and recording. */
  repeats: z.int(),
  /** The channel's answer, or why nothing was sent. */
  answer: z.string().nullable(),
  settled_at: Instant.nullable(),
  /** The carrier's later status reports, oldest first. */
  receipts: z.array(DeliveryReceipt),
})
export type Delivery = z.output<typeof Delivery>

/** An immutable event of an alert. */
export const AlertEvent = z.object({
  position: z.int(),
  type: AlertEventType,
  actor_id: Id.nullable(),
  actor_name: z.string().nullable(),
  /** Personal, because it contains notes, positions and recipients. */
  details: personal(z.record(z.string(), z.unknown())),
  at: Instant,
})
