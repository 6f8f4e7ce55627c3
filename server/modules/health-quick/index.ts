/** How it stands with a person's medication and diary. */
export { dosesOf } from './health.ts'
export { adherenceOf } from './summary.ts'
