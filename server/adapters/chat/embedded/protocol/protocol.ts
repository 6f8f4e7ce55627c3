import type { Context } from '#contract/conversations/safety.ts'

/**
 * The companion's reply to a turn that reports danger: it acknowledges, asks directly, stays, and names who helps.
 * `{emergency}` stands for how the emergency service is called where the person lives.
 */
export interface Protocol {
  /** The whole answer; the second when the first was given already. */
  replies: Readonly<Record<Context, readonly [string, string]>>
  /** Names a crisis line that answers day and night, or one that has hours. `{name}` and `{number}` are its own. */
  line: { dayAndNight: string; withHours: string }
  /** How the emergency service is called. */
  emergency: { known: string; unknown: string }
  /** Said only when an alert was raised. */
  informed: readonly [string, string]
}
