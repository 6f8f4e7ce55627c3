/** Fastify plugins that serve this domain's endpoints. */
export { default as deviceEvents } from './device-events/routes.ts'
export { default as devices, fleetRoutes as fleet } from './routes.ts'
