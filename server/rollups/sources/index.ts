import type { Source } from '../source.ts'
import { activity, deviceEvents, incidents } from './activity.ts'
import { conversations, turns } from './conversations.ts'
import { translation } from './translation.ts'

/** Everything that is rolled up. */
export const sources: readonly Source[] = [
  translation,
  conversations,
  turns,
  deviceEvents,
  activity,
  incidents,
]
