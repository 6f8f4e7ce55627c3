/** What revenue analytics offers to other modules: its figures, and recurring revenue day by day. */
export { figures, waterfallOf } from './queries.ts'
