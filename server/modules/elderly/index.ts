/** The elderly users' records, for what else is written of them. */
export { elderlyTable } from './queries.ts'
