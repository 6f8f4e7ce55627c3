import { lazy } from 'react'

const charts = () => import('./charts.ts')

/** Lazily loaded chart parts, fetched when the first chart is near the viewport. */
export const ChartBody = lazy(async () => ({ default: (await charts()).ChartBody }))
export const RankedBars = lazy(async () => ({ default: (await charts()).RankedBars }))
/** The plotting engine, fetched when the first plot is near the viewport. */
export const Plots = lazy(async () => ({ default: (await import('./plots.tsx')).Plots }))
