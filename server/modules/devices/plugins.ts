/** The Fastify plugins that serve the calls of this domain. */
export { default as deviceEvents } from './device-events/routes.ts'
export { default as fleet } from './fleet/routes.ts'
export { default as devices } from './routes.ts'
