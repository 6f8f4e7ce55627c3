/** How it stands with a person's medication and diary. */
export { checkinStreak, dosesOf } from './health.ts'
export { heardUntil } from './queries.ts'
export { adherenceOf } from './summary.ts'
