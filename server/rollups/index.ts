export type { Cell } from './add-up.ts'
export { byDay, latenciesOf, meanOf, outcomes, percentOf, ranking, rounded, sumOf } from './cells.ts'
export { type Members, readRollups, requestedRange } from './read.ts'
export { inRange, memberCounts } from './rows.ts'
export { activity, deviceEvents, incidents } from './sources/activity.ts'
export { conversations, turns } from './sources/conversations.ts'
export { translation } from './sources/translation.ts'

import { activity, deviceEvents } from './sources/activity.ts'
import { turns } from './sources/conversations.ts'
import { translation } from './sources/translation.ts'

/** What tells of active people: a turn in a conversation, a translation session, a device event, a sign-in. */
export const activitySources = [
  [turns, 'people'],
  [translation, 'people'],
  [deviceEvents, 'people'],
  [activity, 'signedIn'],
] as const
