import type { AlertEventType, Alert as Shown } from '#contract/alerts/alerts.ts'

/** What is known of an alert: everything here follows from its events. */
export interface Alert {
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
}

/** What happened, before the server has put it in order. */
export interface Fact {
  type: AlertEventType
  actor_id: string | null
  details: Record<string, unknown>
}

export interface AlertEvent extends Fact {
  /** ISO 8601. */
  at: string
}

export type Command =
  | { act: 'tell'; reached: boolean; details: Record<string, unknown> }
  | { act: 'acknowledge'; by: string; notes?: string | undefined }
  | { act: 'hand_over'; by: string; to: string; reason?: string | undefined }
  | { act: 'note'; by: string; text: string }
  | { act: 'locate'; by: string | null; details: Record<string, unknown> }
  | { act: 'rearm' }
  | { act: 'exhaust' }
  | { act: 'resolve'; by: string; cause: string; valid: boolean; resolution?: string | undefined }
  | { act: 'cancel'; by: string | null; reason: string }
  | { act: 'clear'; by: string }

/** Why a command does nothing: somebody else sees to the alert, nobody does yet, or it is over. */
export type Refusal = { refused: 'taken'; owner: string } | { refused: 'unowned' | 'over' }

export const received: Alert = {
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
}

export const isOver = ({ resolved_at, cancelled_at }: Pick<Alert, 'resolved_at' | 'cancelled_at'>) =>
  resolved_at !== null || cancelled_at !== null

/** How far an alert has come. The view `alert_details` says the same. */
export function stateOf(alert: Alert): Shown['state'] {
  if (alert.cancelled_at) return 'cancelled'
  if (alert.resolved_at) return 'resolved'
  if (alert.owner_id) return 'acknowledged'
  return alert.notified_at ? 'notified' : 'received'
}

/** What the screens call it: a fact that came to be is never taken back, so neither is a status. */
export function statusOf(alert: Alert): Shown['status'] {
  if (isOver(alert)) return 'resolved'
  return alert.notified_at || alert.acknowledged_at ? 'active' : 'pending'
}

/** The alert after an event. */
export function evolve(alert: Alert, { type, actor_id, details, at }: AlertEvent): Alert {
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
        owner_id: isOver(alert) ? alert.owner_id : actor_id,
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
    case 'cleared':
      return { ...alert, cleared_at: at, cleared_by: actor_id }
    default:
      return alert
  }
}

/** The alert as its events make it. */
export const replay = (events: readonly AlertEvent[]) => events.reduce(evolve, received)

/**
 * What a command makes happen; nothing where it already is so. Whoever sees to an alert resolves it; another takes it
 * over first. An acknowledgement of what is over is noted and changes nothing else.
 */
export function decide(alert: Alert, command: Command): Fact[] | Refusal {
  const over = isOver(alert)
  const { owner_id } = alert
  switch (command.act) {
    case 'tell':
      return [{ type: command.reached ? 'notified' : 'unreached', actor_id: null, details: command.details }]
    case 'acknowledge': {
      const acknowledged = [fact('acknowledged', command.by, { notes: command.notes })]
      if (over) return alert.acknowledged_at ? [] : acknowledged
      if (owner_id === command.by) return []
      return owner_id ? { refused: 'taken', owner: owner_id } : acknowledged
    }
    case 'hand_over': {
      const { by, to, reason } = command
      if (over) return { refused: 'over' }
      if (owner_id === to) return []
      if (owner_id) return [fact('handed_over', by, { from: owner_id, to, reason })]
      return to === by ? [fact('acknowledged', by, { notes: reason })] : { refused: 'unowned' }
    }
    case 'note':
      return [fact('noted', command.by, { text: command.text })]
    case 'locate':
      return [fact('located', command.by, command.details)]
    case 'rearm':
      return over ? [] : [fact('rearmed', null, { from: owner_id ?? undefined })]
    case 'exhaust':
      return over || owner_id ? [] : [fact('exhausted', null, { round: alert.round })]
    case 'resolve': {
      const { by, cause, valid, resolution } = command
      if (over) return { refused: 'over' }
      if (owner_id && owner_id !== by) return { refused: 'taken', owner: owner_id }
      const resolved = fact('resolved', by, { cause, valid, resolution })
      return owner_id ? [resolved] : [fact('acknowledged', by, {}), resolved]
    }
    case 'cancel':
      if (alert.cancelled_at) return []
      return over ? { refused: 'over' } : [fact('cancelled', command.by, { reason: command.reason })]
    case 'clear':
      return alert.cleared_at ? [] : [fact('cleared', command.by, {})]
  }
}

/** Without what was not said: an event is kept as JSON, which knows no undefined. */
const fact = (type: AlertEventType, actor_id: string | null, details: Record<string, unknown>): Fact => ({
  type,
  actor_id,
  details: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)),
})
