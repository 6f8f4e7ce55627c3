/** Loaded together, with the first chart near the viewport. */

export { ChartBody } from './chart-body.tsx'
export { RankedBars } from './ranked-bars.tsx'
