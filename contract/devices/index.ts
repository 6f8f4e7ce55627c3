export * from './device-events.ts'
export * from './device-health.ts'
export * from './devices.ts'
export * from './fleet.ts'
