export * from './api-keys.ts'
export * from './auth.ts'
export * from './identity.ts'
export * from './two-factor.ts'
