export * from './checkouts.ts'
export * from './ledger.ts'
export * from './plans.ts'
export * from './subscriptions.ts'
