export { byDay, endings, latenciesOf, meanOf, percentOf, ranking, rounded, sumOf } from './cells.ts'
export { type Members, type Reader, read, spanAsked } from './read.ts'
export { activity, deviceEvents, incidents } from './sources/activity.ts'
export { conversations, turns } from './sources/conversations.ts'
export { translation } from './sources/translation.ts'

import type { Reader } from './read.ts'
import { activity, deviceEvents } from './sources/activity.ts'
import { turns } from './sources/conversations.ts'
import { translation } from './sources/translation.ts'

/** Active people: with a turn in a conversation, a translation session, a device event or a sign-in. */
export const activePeople = async (reader: Reader) => [
  await reader.members(turns, 'people'),
  await reader.members(translation, 'people'),
  await reader.members(deviceEvents, 'people'),
  await reader.members(activity, 'signedIn'),
]
