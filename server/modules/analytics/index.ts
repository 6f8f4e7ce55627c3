export { liveMetricsSocket } from './live-metrics/socket.ts'
export * as plugins from './plugins.ts'
export { figures } from './revenue-analytics/queries.ts'
