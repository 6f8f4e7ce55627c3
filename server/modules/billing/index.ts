export * as plugins from './plugins.ts'
export { processDueSubscriptions } from './subscriptions/clock.ts'
export { startTrial } from './subscriptions/ledger.ts'
export { assertWithinPlan, planResourceOf } from './subscriptions/limits.ts'
