import { lazy } from 'react'

const drawn = () => import('./drawn.ts')

/** What stands in a chart; it is fetched when the first chart comes near the window. */
export const BandedLines = lazy(async () => ({ default: (await drawn()).BandedLines }))
export const Bars = lazy(async () => ({ default: (await drawn()).Bars }))
export const ChartBody = lazy(async () => ({ default: (await drawn()).ChartBody }))
export const Lines = lazy(async () => ({ default: (await drawn()).Lines }))
export const RankedBars = lazy(async () => ({ default: (await drawn()).RankedBars }))
