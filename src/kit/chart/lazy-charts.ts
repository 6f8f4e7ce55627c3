import { lazy } from 'react'

const charts = () => import('./charts.ts')

/** Lazily loaded chart parts, fetched when the first chart is near the viewport. */
export const BandedLines = lazy(async () => ({ default: (await charts()).BandedLines }))
export const Bars = lazy(async () => ({ default: (await charts()).Bars }))
export const ChartBody = lazy(async () => ({ default: (await charts()).ChartBody }))
export const Lines = lazy(async () => ({ default: (await charts()).Lines }))
export const RankedBars = lazy(async () => ({ default: (await charts()).RankedBars }))
