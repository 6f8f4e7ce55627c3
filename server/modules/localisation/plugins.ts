/** The Fastify plugins that serve the calls of this domain. */
export { default as glossaryTerms } from './glossary-terms/routes.ts'
export { default as translations } from './translations/routes.ts'
