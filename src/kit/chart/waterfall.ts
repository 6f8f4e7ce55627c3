import type { Point, Tone } from './chart-data.ts'
import { toneColor } from './tone-color.ts'

const isThere = (value: number | null): value is number => value !== null

/**
 * The extent of a waterfall. Its totals are far higher than its steps, so the axis does not include zero; it leaves a
 * quarter of its extent below the lowest step, where the totals stand.
 */
export function extentOf(points: readonly Point[]): readonly [number, number] {
  const ends = points.flatMap(({ span }) => [...(span ?? [])].filter(isThere))
  if (ends.length === 0) return [0, 1]
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  const extent = high - low || Math.abs(high) / 10 || 1
  return [low >= 0 ? Math.max(0, low - extent / 4) : low - extent / 4, low === high ? high + extent : high]
}

/** The bars of a waterfall, and thin lines from the end of one to the next. */
export const waterfallMarks = (points: readonly Point[], bottom: number) => {
  const bars = points.flatMap(({ key, span, tone }) =>
    span ? [{ x: key, y: span[0] ?? bottom, y1: span[1], tone }] : [],
  )
  return [
    {
      type: 'link',
      data: bars.slice(1).map(({ x }, index) => ({ x: bars[index]?.x, x1: x, y: bars[index]?.y1 })),
      encode: { x: ['x', 'x1'], y: ['y', 'y'] },
      style: { stroke: toneColor('muted'), lineWidth: 1, lineDash: [2, 2] },
      tooltip: false,
    },
    {
      type: 'interval',
      data: bars,
      encode: { x: 'x', y: 'y', y1: 'y1' },
      style: {
        fill: ({ tone }: { tone?: Tone }) => toneColor(tone),
        // A step of zero stays visible.
        minHeight: 1,
      },
      tooltip: false,
    },
  ]
}
