import type { LadderStep } from '#contract/alerts/ladders.ts'
import type { Channel } from '#contract/alerts/timeline.ts'

type Ways = readonly [Channel, ...Channel[]]

const people: Ways = ['push', 'mail', 'sms', 'voice']

/** Channels by which each audience can be reached, the default first. */
export const channelsByAudience: Record<LadderStep['who'], Ways> = {
  contacts: ['voice', 'sms', 'mail'],
  caregivers: people,
  family: people,
  operators: people,
  safety_lead: people,
  on_call: people,
  services: ['voice', 'sms'],
  webhooks: ['webhook'],
}

/** Monday, day 1. */
const monday = Date.UTC(2024, 0, 1)

/** Names of the weekdays by number, 1 Monday … 7 Sunday. */
export function weekdays(language: string) {
  const name = (weekday: 'short' | 'long', day: number) =>
    new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(monday + (day - 1) * 86_400_000)
  return [1, 2, 3, 4, 5, 6, 7].map(day => ({ day, short: name('short', day), long: name('long', day) }))
}
