/** Fastify plugins with the routes of this domain. */
export { default as subscriptions } from './subscriptions/routes.ts'
