/** The Fastify plugins that serve the calls of this domain. */
export { default as elderlyDashboard } from './elderly-dashboard/routes.ts'
export { default as familySimple } from './family-simple/routes.ts'
export { default as healthQuick } from './health-quick/routes.ts'
export { default as care, wellnessRoutes as wellness } from './routes.ts'
export { default as sync } from './sync/routes.ts'
