export * as plugins from './plugins.ts'
export { figures } from './revenue-analytics/queries.ts'
