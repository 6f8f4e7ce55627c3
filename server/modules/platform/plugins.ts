/** Fastify plugins with the routes of this domain. */
export { default as activityLogs } from './activity-logs/routes.ts'
export { default as bulk } from './bulk/routes.ts'
export { default as imports } from './imports/routes.ts'
export { default as lists } from './lists/routes.ts'
export { default as live } from './live/routes.ts'
export { default as mcp } from './mcp/routes.ts'
export { default as rateLimits } from './rate-limits/routes.ts'
export { default as rest } from './rest/routes.ts'
export { firstRunRoutes as firstRun, healthRoutes as health, searchRoutes as search } from './routes.ts'
export { default as system } from './system/routes.ts'
// Named to come before `rest`, which shares its handlers: exports of a module are in alphabetical order.
export { default as eventWebhooks } from './webhooks/routes.ts'
