import type { Channel } from '#contract/alerts/alerts.ts'
import type { LadderStep } from '#contract/alerts/ladders.ts'

type Ways = readonly [Channel, ...Channel[]]

const people: Ways = ['push', 'mail', 'sms', 'voice']

/** By which channels each can be called at all, the usual one first. */
export const reaches: Record<LadderStep['who'], Ways> = {
  contacts: ['voice', 'sms', 'mail'],
  caregivers: people,
  family: people,
  operators: people,
  services: ['voice', 'sms'],
  webhooks: ['webhook'],
}
