export * as plugins from './plugins.ts'
export { doDue } from './subscriptions/clock.ts'
export { startTrial } from './subscriptions/ledger.ts'
export { countedRole, mustHaveRoom } from './subscriptions/limits.ts'
