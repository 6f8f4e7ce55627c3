/** All that draws, tells and lists a chart: fetched together, with the first chart that comes near the window. */
export { BandedLines } from './banded-lines.tsx'
export { Bars } from './bars.tsx'
export { ChartBody } from './chart-body.tsx'
export { Lines } from './lines.tsx'
export { RankedBars } from './ranked-bars.tsx'
