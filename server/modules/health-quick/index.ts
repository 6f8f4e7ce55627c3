/** How it stands with a person's medication and diary. */
export { checkinStreak, type Diary, diariesOf, dosesOf } from './health.ts'
export type { Noted } from './queries.ts'
export { adherenceOf, scoreOf } from './summary.ts'
export { readingsIn } from './vital-signs.ts'
