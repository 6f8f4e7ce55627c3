import type { LadderStep } from './ladders.ts'

const step = (
  given: Pick<LadderStep, 'who' | 'channel' | 'wait_seconds'> & Partial<LadderStep>,
): LadderStep => ({
  priority: null,
  role: null,
  times: 1,
  every_seconds: 60,
  on_duty: [],
  ...given,
})

/**
 * The ladder of those who have none: operators and carers on their screens at once, then the contacts by priority, by
 * telephone and in writing, then everybody by mail. No emergency service is ever called unasked.
 */
export const builtInLadder: { name: string; steps: LadderStep[]; rearm_after_seconds: number } = {
  name: 'Built-in ladder',
  rearm_after_seconds: 900,
  steps: [
    step({ who: 'operators', channel: 'push', wait_seconds: 0, times: 3 }),
    step({ who: 'webhooks', channel: 'webhook', wait_seconds: 0 }),
    step({ who: 'caregivers', channel: 'push', wait_seconds: 0 }),
    step({ who: 'family', channel: 'push', wait_seconds: 0 }),
    step({ who: 'contacts', priority: 1, channel: 'voice', wait_seconds: 60, times: 2 }),
    step({ who: 'contacts', priority: 1, channel: 'sms', wait_seconds: 0 }),
    step({ who: 'contacts', priority: 2, channel: 'voice', wait_seconds: 120, times: 2 }),
    step({ who: 'contacts', priority: 3, channel: 'voice', wait_seconds: 120, times: 2 }),
    step({ who: 'contacts', channel: 'mail', wait_seconds: 60 }),
    step({ who: 'caregivers', channel: 'mail', wait_seconds: 0 }),
    step({ who: 'operators', channel: 'mail', wait_seconds: 0 }),
  ],
}
