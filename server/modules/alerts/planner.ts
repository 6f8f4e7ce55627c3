import type { DutyWindow } from '#contract/alerts/duty.ts'
import type { ExclusionReason } from '#contract/alerts/exclusions.ts'
import type { LadderStep } from '#contract/alerts/ladders.ts'
import type { Channel } from '#contract/alerts/timeline.ts'
import type { Language } from '#contract/kit/language.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Weekday (1 Monday … 7 Sunday) and minutes after midnight in a time zone. */
function localTime(instant: number, timeZone: string): { day: number; minute: number } {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formatters.set(timeZone, formatter)
  }
  const parts = Object.fromEntries(formatter.formatToParts(instant).map(({ type, value }) => [type, value]))
  return {
    day: weekdays.indexOf(parts.weekday ?? '') + 1,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  }
}

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Whether a recipient with these duty windows is on duty at an instant. Windows are wall-clock times, so their length
 * changes on the days of a clock change. No windows means always on duty.
 */
export function isOnDuty(windows: readonly DutyWindow[], instant: number, timeZone: string): boolean {
  if (windows.length === 0) return true
  const { day, minute } = localTime(instant, timeZone)
  const yesterday = day === 1 ? 7 : day - 1
  return windows.some(({ days, from, to }) => {
    const [start, end] = [minutes(from), minutes(to)]
    if (start < end) return days.includes(day) && minute >= start && minute < end
    return (days.includes(day) && minute >= start) || (days.includes(yesterday) && minute < end)
  })
}

/** A person, service or system that a ladder step notifies. */
export interface Recipient {
  kind: 'contact' | 'person' | 'schedule' | 'service' | 'webhook'
  id: string | null
  name: string
  /** Addresses on the step's channel: none, one, or one per registered browser. */
  addresses: readonly string[]
  /** Language of the message. */
  language: Language
}

export interface PlannedCall {
  /** Counted from 1. */
  step: number
  channel: Channel
  recipient: Recipient
  /** Null where the recipient has no address on this channel. */
  address: string | null
  /** Milliseconds since the epoch. */
  due: number
}

/** A step that notifies no one. */
export interface Gap {
  step: number
  due: number
  reason: 'no_recipients' | 'off_duty' | 'excluded'
}

/** A recipient of a step who is left out. */
export interface LeftOut {
  step: number
  recipient: Recipient
  reason: ExclusionReason
}

export interface Plan {
  /** Ordered by due time. */
  calls: PlannedCall[]
  gaps: Gap[]
  leftOut: LeftOut[]
}

interface PlanInput {
  steps: readonly LadderStep[]
  /** Recipients of each step, in step order. */
  recipients: readonly (readonly Recipient[])[]
  /** For each step, in step order: recipients to leave out by id, and why. */
  excluded?: readonly ReadonlyMap<string, ExclusionReason>[]
  /** Called at once, through each channel, if exclusions empty a step and no step calls operators. */
  fallback?: readonly { channel: Channel; recipients: readonly Recipient[] }[]
  /** Milliseconds since the epoch. */
  startedAt: number
  timeZone: string
}

/**
 * Plans who is called when. Each step's wait counts from the start of the previous step, whether or not that step
 * called anyone; recipients who are off duty when their call is due are skipped. The next step starts at once after a
 * step whose recipients are all excluded. It also does after a step without recipients if no one has been called yet,
 * because no one could answer.
 */
export function buildPlan(input: PlanInput): Plan {
  const { steps, recipients, excluded = [], fallback = [], startedAt, timeZone } = input
  const calls: PlannedCall[] = []
  const gaps: Gap[] = []
  const leftOut: LeftOut[] = []
  const addCalls = (step: number, channel: Channel, recipient: Recipient, dueTimes: readonly number[]) => {
    const [first = null, ...others] = recipient.addresses
    for (const address of [first, ...others]) {
      // Without an address a repeat cannot succeed either.
      const attempts = address === null ? dueTimes.slice(0, 1) : dueTimes
      for (const due of attempts) calls.push({ step, channel, recipient, address, due })
    }
  }
  let stepStart = startedAt
  let startsAtOnce = false
  for (const [index, { channel, wait_seconds, times, every_seconds, on_duty }] of steps.entries()) {
    const step = index + 1
    if (!startsAtOnce) stepStart += wait_seconds * 1_000
    const stepRecipients: Recipient[] = []
    for (const recipient of recipients[index] ?? []) {
      const reason = recipient.id === null ? undefined : excluded[index]?.get(recipient.id)
      if (reason) leftOut.push({ step, recipient, reason })
      else stepRecipients.push(recipient)
    }
    const hasExcluded = leftOut.some(left => left.step === step)
    startsAtOnce = stepRecipients.length === 0 && (hasExcluded || calls.length === 0)
    const dueTimes = Array.from(
      { length: times },
      (_, attempt) => stepStart + attempt * every_seconds * 1_000,
    ).filter(due => isOnDuty(on_duty, due, timeZone))
    if (stepRecipients.length === 0)
      gaps.push({ step, due: stepStart, reason: hasExcluded ? 'excluded' : 'no_recipients' })
    else if (dueTimes.length === 0) gaps.push({ step, due: stepStart, reason: 'off_duty' })
    for (const recipient of stepRecipients) addCalls(step, channel, recipient, dueTimes)
  }
  const firstExcludedStep = gaps.find(({ reason }) => reason === 'excluded')
  if (firstExcludedStep && !calls.some(({ step }) => steps[step - 1]?.who === 'operators'))
    for (const { channel, recipients: fallbackRecipients } of fallback)
      for (const recipient of fallbackRecipients)
        addCalls(steps.length + 1, channel, recipient, [firstExcludedStep.due])
  // Array.prototype.sort is stable: calls due at the same time stay in step order.
  return { calls: calls.sort((a, b) => a.due - b.due), gaps, leftOut }
}
