/** The Fastify plugins that serve the calls of this domain. */
export { default as conversations } from './routes.ts'
export { default as safetyAlerts } from './safety-alerts/routes.ts'
export { default as safetyIncidents } from './safety-incidents/routes.ts'
export { default as safetyWatch } from './safety-watch/routes.ts'
export { default as speech } from './speech/routes.ts'
export { default as translationSessions } from './translation-sessions/routes.ts'
export { default as turnReviews } from './turn-reviews/routes.ts'
