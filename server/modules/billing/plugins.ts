/** The Fastify plugins that serve the calls of this domain. */
export { default as subscriptions } from './subscriptions/routes.ts'
