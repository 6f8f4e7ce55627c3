export type { Cell } from './add-up.ts'
export { byDay, latenciesOf, meanOf, outcomes, percentOf, ranking, rounded, sumOf } from './cells.ts'
export { copyStatus } from './copy/status.ts'
export { readRollups, requestedRange } from './read.ts'
export type { Members } from './reader.ts'
export { inRange, memberCounts } from './source.ts'
export { activity, conversations, deviceEvents, incidents, translation, turns, visits } from './sources.ts'

import { activity, deviceEvents, translation, turns } from './sources.ts'

/** Evidence that a person was active: a conversation turn, a translation session, a device event or a sign-in. */
export const activitySources = [
  [turns, 'people'],
  [translation, 'people'],
  [deviceEvents, 'people'],
  [activity, 'signedIn'],
] as const
