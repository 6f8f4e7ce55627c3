import type { Insight } from '#contract/analytics/insights.ts'

/** What is known of a person over a time. */
export interface Found {
  conversations: number
  /** The mean of what the person said, -1 to 1; null where nothing was said. */
  sentiment: number | null
  turns: number
  doses: number
  /** Of the doses, those not taken. */
  missed: number
  /** In the diary. */
  entries: number
  /** Of devices. */
  events: number
  /** Of at least medium risk. */
  incidents: number
  highest_risk: number
  alerts: number
}

/** Changes below these are chance; of conversations, thirds. */
const noticeable = { thirds: 1, sentiment: 0.15, missed: 0.1 }
/** Conversations before from which on a change of their number says something. */
const enough = 3

const weight: readonly Insight['severity'][] = ['high', 'medium', 'low', 'good']
const rounded = (value: number) => Number(value.toFixed(3))

/** What a time says about a person against the one before, the gravest first. */
export function insightsOf(now: Found, before: Found): Insight[] {
  const insights: Insight[] = []
  const say = (
    kind: Insight['kind'],
    severity: Insight['severity'],
    value: number,
    earlier: number | null = null,
  ) =>
    insights.push({
      kind,
      severity,
      value: rounded(value),
      before: earlier === null ? null : rounded(earlier),
    })

  if (now.turns + now.events + now.entries === 0) {
    const heard = before.turns + before.events + before.entries
    say('silent', heard > 0 ? 'high' : 'low', 0, heard)
  }
  if (before.conversations >= enough) {
    const thirds = (3 * (now.conversations - before.conversations)) / before.conversations
    if (thirds <= -noticeable.thirds) say('talks_less', 'medium', now.conversations, before.conversations)
    if (thirds >= noticeable.thirds) say('talks_more', 'good', now.conversations, before.conversations)
  }
  if (now.sentiment !== null && before.sentiment !== null) {
    const change = now.sentiment - before.sentiment
    if (change <= -noticeable.sentiment) say('mood_falls', 'medium', now.sentiment, before.sentiment)
    if (change >= noticeable.sentiment) say('mood_rises', 'good', now.sentiment, before.sentiment)
  }
  if (now.doses > 0 && now.missed / now.doses >= noticeable.missed)
    say(
      'medication_missed',
      'medium',
      now.missed / now.doses,
      before.doses ? before.missed / before.doses : null,
    )
  if (now.incidents > 0)
    say('incidents', now.highest_risk >= 0.6 ? 'high' : 'medium', now.incidents, before.incidents)
  if (now.alerts > 0) say('alerts', 'medium', now.alerts, before.alerts)
  return insights.sort((a, b) => weight.indexOf(a.severity) - weight.indexOf(b.severity))
}
