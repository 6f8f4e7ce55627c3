/** What revenue analytics offers to other modules: its figures, recurring revenue day by day, and trials still open. */
export { figures, immatureTrials, waterfallOf } from './queries.ts'
