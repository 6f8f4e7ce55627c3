import type { Insight } from '#contract/analytics/insights.ts'

/** A person's totals over a period. */
export interface PersonStatistics {
  conversations: number
  /** Mean sentiment of the person's turns, -1 to 1; null without turns. */
  sentiment: number | null
  turns: number
  doses: number
  /** Doses not taken. */
  missed: number
  /** Diary entries. */
  entries: number
  /** Device events. */
  events: number
  /** Incidents of at least medium risk. */
  incidents: number
  highest_risk: number
  alerts: number
}

/** Smaller changes are noise. Conversations are measured in thirds. */
const minChange = { thirds: 1, sentiment: 0.15, missed: 0.1 }
/** Minimum conversations in the previous period for a meaningful comparison. */
const minConversations = 3

const severityOrder: readonly Insight['severity'][] = ['high', 'medium', 'low', 'good']
const rounded = (value: number) => Number(value.toFixed(3))

/** Compares two periods of a person; most severe insight first. */
export function findInsights(now: PersonStatistics, before: PersonStatistics): Insight[] {
  const insights: Insight[] = []
  const addInsight = (
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
    addInsight('silent', heard > 0 ? 'high' : 'low', 0, heard)
  }
  if (before.conversations >= minConversations) {
    const thirds = (3 * (now.conversations - before.conversations)) / before.conversations
    if (thirds <= -minChange.thirds)
      addInsight('talks_less', 'medium', now.conversations, before.conversations)
    if (thirds >= minChange.thirds) addInsight('talks_more', 'good', now.conversations, before.conversations)
  }
  if (now.sentiment !== null && before.sentiment !== null) {
    const change = now.sentiment - before.sentiment
    if (change <= -minChange.sentiment) addInsight('mood_falls', 'medium', now.sentiment, before.sentiment)
    if (change >= minChange.sentiment) addInsight('mood_rises', 'good', now.sentiment, before.sentiment)
  }
  if (now.doses > 0 && now.missed / now.doses >= minChange.missed)
    addInsight(
      'medication_missed',
      'medium',
      now.missed / now.doses,
      before.doses ? before.missed / before.doses : null,
    )
  if (now.incidents > 0)
    addInsight('incidents', now.highest_risk >= 0.6 ? 'high' : 'medium', now.incidents, before.incidents)
  if (now.alerts > 0) addInsight('alerts', 'medium', now.alerts, before.alerts)
  return insights.sort((a, b) => severityOrder.indexOf(a.severity) - severityOrder.indexOf(b.severity))
}
