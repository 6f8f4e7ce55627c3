export { translationFigures } from './figures.ts'
export { liveMetrics } from './queries.ts'
