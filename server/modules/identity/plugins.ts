/** Fastify plugins with the routes of this domain. */
export { default as apiKeys } from './api-keys.ts'
export { default as auth } from './auth/routes.ts'
export { default as identity } from './routes.ts'
export { default as emailDomains } from './single-sign-on/domains.ts'
export { default as singleSignOn } from './single-sign-on/routes.ts'
export { default as identityProviders } from './single-sign-on/settings.ts'
export { default as twoFactor } from './two-factor/routes.ts'
