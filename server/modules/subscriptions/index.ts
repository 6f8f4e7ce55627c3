/** What subscriptions offer the other modules. */
export { doDue } from './clock.ts'
export { startTrial } from './ledger.ts'
export { countedRole, mustHaveRoom } from './limits.ts'
