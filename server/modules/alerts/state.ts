import type { Alert } from '#contract/alerts/alerts.ts'
import type { Relationship } from '#contract/alerts/contacts.ts'
import type { AlertEventType } from '#contract/alerts/timeline.ts'

/** Alert state, derived entirely from its events. */
export interface AlertFields {
  notified_at: string | null
  acknowledged_at: string | null
  acknowledged_by: string | null
  owner_id: string | null
  resolved_at: string | null
  cause: string | null
  resolution: string | null
  valid: boolean | null
  cancelled_at: string | null
  cleared_at: string | null
  cleared_by: string | null
  round: number
  excluded_ids: string[]
  excluded_relationships: Relationship[]
}

/** An event that has not been appended yet. */
export interface NewEvent {
  type: AlertEventType
  actor_id: string | null
  details: Record<string, unknown>
}

export interface AlertEvent extends NewEvent {
  /** ISO 8601. */
  at: string
}

/** A person or contact who is excluded from an alert. */
export interface ExcludedRecipient {
  kind: 'person' | 'contact'
  id: string
  name: string
  relationship: Relationship | null
}

export type Command =
  | { act: 'record_delivery'; sent: boolean; details: Record<string, unknown> }
  | { act: 'acknowledge'; by: string; notes?: string | undefined }
  | { act: 'hand_over'; by: string; to: string; reason?: string | undefined }
  | { act: 'note'; by: string; text: string }
  | { act: 'locate'; by: string | null; details: Record<string, unknown> }
  | { act: 'rearm' }
  | { act: 'exhaust' }
  | { act: 'resolve'; by: string; cause: string; valid: boolean; resolution?: string | undefined }
  | { act: 'cancel'; by: string | null; reason: string }
  | { act: 'clear'; by: string; reason?: string | undefined }
  | { act: 'exclude'; by: string; reason: string; recipients: readonly ExcludedRecipient[] }

/**
 * Why a command is rejected: another responder owns the alert, no one owns it yet, it is closed, or the responder is
 * excluded from it.
 */
export type Refusal = { refused: 'taken'; owner: string } | { refused: 'unowned' | 'over' | 'excluded' }

export const initialAlert: AlertFields = {
  notified_at: null,
  acknowledged_at: null,
  acknowledged_by: null,
  owner_id: null,
  resolved_at: null,
  cause: null,
  resolution: null,
  valid: null,
  cancelled_at: null,
  cleared_at: null,
  cleared_by: null,
  round: 0,
  excluded_ids: [],
  excluded_relationships: [],
}

export const isClosed = ({ resolved_at, cancelled_at }: Pick<AlertFields, 'resolved_at' | 'cancelled_at'>) =>
  resolved_at !== null || cancelled_at !== null

/** Lifecycle state; the view `alert_details` computes the same in SQL. */
export function stateOf(alert: AlertFields): Alert['state'] {
  if (alert.cancelled_at) return 'cancelled'
  if (alert.resolved_at) return 'resolved'
  if (alert.owner_id) return 'acknowledged'
  return alert.notified_at ? 'notified' : 'received'
}

/** Display status. It never moves backwards, because events are never removed. */
export function statusOf(alert: AlertFields): Alert['status'] {
  if (isClosed(alert)) return 'resolved'
  return alert.notified_at || alert.acknowledged_at ? 'active' : 'pending'
}

/** Applies an event to an alert. */
export function evolve(alert: AlertFields, { type, actor_id, details, at }: AlertEvent): AlertFields {
  switch (type) {
    case 'received':
    case 'rearmed':
      return { ...alert, round: alert.round + 1, owner_id: null }
    case 'notified':
      return { ...alert, notified_at: alert.notified_at ?? at }
    case 'acknowledged':
      return {
        ...alert,
        acknowledged_at: alert.acknowledged_at ?? at,
        acknowledged_by: alert.acknowledged_at ? alert.acknowledged_by : actor_id,
        owner_id: isClosed(alert) ? alert.owner_id : actor_id,
      }
    case 'handed_over':
      return { ...alert, owner_id: details.to as string }
    case 'resolved':
      return {
        ...alert,
        resolved_at: at,
        cause: details.cause as string,
        resolution: (details.resolution as string | undefined) ?? null,
        valid: details.valid as boolean,
      }
    case 'cancelled':
      return { ...alert, cancelled_at: at }
    case 'excluded': {
      const { recipients = [], relationships = [] } = details as Partial<ExclusionDetails>
      const union = <Item>(items: readonly Item[], added: readonly Item[]) => [
        ...new Set([...items, ...added]),
      ]
      return {
        ...alert,
        excluded_ids: union(
          alert.excluded_ids,
          recipients.map(({ id }) => id),
        ),
        excluded_relationships: union(alert.excluded_relationships, relationships),
      }
    }
    case 'cleared':
      return { ...alert, cleared_at: at, cleared_by: actor_id }
    default:
      return alert
  }
}

/** Details of an `excluded` event: whole groups by category, and people by name. */
export interface ExclusionDetails {
  category?: string
  relationships?: readonly Relationship[]
  recipients: readonly ExcludedRecipient[]
  reason?: string
}

/** Rebuilds an alert from its events. */
export const replay = (events: readonly AlertEvent[]) => events.reduce(evolve, initialAlert)

/**
 * Decides which events a command produces; none where it would change nothing. Only the owner can resolve an alert,
 * others must take it over first. Acknowledging a closed alert is recorded but does not reopen it.
 */
export function decide(alert: AlertFields, command: Command): NewEvent[] | Refusal {
  const isAlertClosed = isClosed(alert)
  const { owner_id, excluded_ids } = alert
  const responders = [
    'by' in command && command.act !== 'locate' ? command.by : null,
    command.act === 'hand_over' ? command.to : null,
  ]
  if (responders.some(id => id !== null && excluded_ids.includes(id))) return { refused: 'excluded' }
  switch (command.act) {
    case 'record_delivery':
      return [{ type: command.sent ? 'notified' : 'unreached', actor_id: null, details: command.details }]
    case 'acknowledge': {
      const acknowledged = [newEvent('acknowledged', command.by, { notes: command.notes })]
      if (isAlertClosed) return alert.acknowledged_at ? [] : acknowledged
      if (owner_id === command.by) return []
      return owner_id ? { refused: 'taken', owner: owner_id } : acknowledged
    }
    case 'hand_over': {
      const { by, to, reason } = command
      if (isAlertClosed) return { refused: 'over' }
      if (owner_id === to) return []
      if (owner_id) return [newEvent('handed_over', by, { from: owner_id, to, reason })]
      return to === by ? [newEvent('acknowledged', by, { notes: reason })] : { refused: 'unowned' }
    }
    case 'note':
      return [newEvent('noted', command.by, { text: command.text })]
    case 'locate':
      return [newEvent('located', command.by, command.details)]
    case 'rearm':
      return isAlertClosed ? [] : [newEvent('rearmed', null, { from: owner_id ?? undefined })]
    case 'exhaust':
      return isAlertClosed || owner_id ? [] : [newEvent('exhausted', null, { round: alert.round })]
    case 'resolve': {
      const { by, cause, valid, resolution } = command
      if (isAlertClosed) return { refused: 'over' }
      if (owner_id && owner_id !== by) return { refused: 'taken', owner: owner_id }
      const resolved = newEvent('resolved', by, { cause, valid, resolution })
      return owner_id ? [resolved] : [newEvent('acknowledged', by, {}), resolved]
    }
    case 'cancel':
      if (alert.cancelled_at) return []
      return isAlertClosed
        ? { refused: 'over' }
        : [newEvent('cancelled', command.by, { reason: command.reason })]
    case 'exclude': {
      const { by, reason } = command
      const recipients = command.recipients.filter(({ id }) => !excluded_ids.includes(id))
      if (isAlertClosed) return { refused: 'over' }
      if (recipients.length === 0) return []
      const excluded = newEvent('excluded', by, { reason, recipients })
      return recipients.some(({ id }) => id === owner_id)
        ? [excluded, newEvent('rearmed', by, { from: owner_id })]
        : [excluded]
    }
    case 'clear':
      return alert.cleared_at ? [] : [newEvent('cleared', command.by, { reason: command.reason })]
  }
}

/** Builds an event without undefined details, which JSON cannot store. */
const newEvent = (
  type: AlertEventType,
  actor_id: string | null,
  details: Record<string, unknown>,
): NewEvent => ({
  type,
  actor_id,
  details: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)),
})

/** Device event types that raise an alert, with its severity; other types are only stored. */
const alarmSeverities: ReadonlyMap<string, Alert['severity']> = new Map([
  ['button', 'critical'],
  ['fall', 'critical'],
])

/** Severity of the alert that a device event type raises; undefined where it raises none. */
export const alarmSeverity = (type: string): Alert['severity'] | undefined => alarmSeverities.get(type)
