import type { Chart } from './charts.ts'

/** Size in an e-mail, in CSS pixels. Pictures have twice as many in each direction. */
export const pictureSize = { width: 560, height: 140 }
const density = 2
/** Room above and below, in which the stroke of a line fits. */
const margin = 4
const colors = { now: '#4a52d9', before: '#b9bcc7', grid: '#e6e7ec', zero: '#8a8f9c' }
/** Gridlines that a chart has at most. */
const maxSteps = 4

/** The smallest of 1, 2 or 5 times a power of ten that divides a span into at most {@link maxSteps} steps. */
export function stepOf(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span / maxSteps))
  return ([1, 2, 5].find(factor => span <= factor * power * maxSteps) ?? 10) * power
}

/** The ends of the axis: round values around all values and zero. */
export function axisOf(values: readonly number[]): { low: number; high: number; step: number } {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const step = stepOf(most - least || 1)
  const round = (value: number, to: (value: number) => number) => to(value / step) * step
  return { low: round(least, Math.floor), high: round(most, Math.ceil) || (least < 0 ? 0 : step), step }
}

const fixed = (value: number) => Number(value.toFixed(2))

/** Lines through consecutive values; a value without neighbours is a dot. */
function lines(points: readonly (readonly [x: number, y: number] | null)[], color: string, width: number) {
  const runs: (readonly [number, number])[][] = [[]]
  for (const point of points) {
    if (point) runs.at(-1)?.push(point)
    else runs.push([])
  }
  return runs
    .filter(run => run.length > 0)
    .map(run => {
      const [x, y] = run[0] as readonly [number, number]
      return run.length === 1
        ? `<circle cx="${x}" cy="${y}" r="${width}" fill="${color}"/>`
        : `<polyline points="${run.map(point => point.join(',')).join(' ')}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`
    })
    .join('')
}

/**
 * A chart as SVG without any text, which would need fonts: the period before in grey, a day that is not over hatched,
 * gridlines at round values. Right to left, time runs to the left.
 */
export function svgOf({ form, days, before, isRunning }: Chart, isRightToLeft: boolean): string {
  const { width, height } = pictureSize
  const known = [...days, ...before].flatMap(({ value }) => (value === null ? [] : [value]))
  const { low, high, step } = axisOf(known)
  const y = (value: number) => fixed(margin + ((height - 2 * margin) * (high - value)) / (high - low))
  const slot = width / days.length
  const x = (at: number) => fixed(isRightToLeft ? width - (at + 0.5) * slot : (at + 0.5) * slot)
  const pointsOf = (of: Chart['days']) =>
    of.slice(0, days.length).map(({ value }, at) => (value === null ? null : ([x(at), y(value)] as const)))

  const grid = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, nth) => low + nth * step)
    .map(value => {
      const color = Math.abs(value) < step / 2 ? colors.zero : colors.grid
      return `<line x1="0" x2="${width}" y1="${y(value)}" y2="${y(value)}" stroke="${color}" stroke-width="1"/>`
    })
    .join('')
  const thickness = fixed(Math.max(1, slot * 0.66))
  const bars = days
    .map(({ value }, at) => {
      if (!value) return ''
      const fill = isRunning && at === days.length - 1 ? 'url(#running)' : colors.now
      const [top, end] = [y(Math.max(0, value)), y(Math.min(0, value))]
      return `<rect x="${fixed(x(at) - thickness / 2)}" y="${top}" width="${thickness}" height="${fixed(Math.max(1, end - top))}" fill="${fill}"/>`
    })
    .join('')
  const running =
    form === 'line' && isRunning
      ? `<rect x="${fixed(x(days.length - 1) - slot / 2)}" y="0" width="${fixed(slot)}" height="${height}" fill="url(#running)" opacity="0.4"/>`
      : ''
  const marks = form === 'bars' ? bars : `${running}${lines(pointsOf(days), colors.now, 2)}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * density}" height="${height * density}" viewBox="0 0 ${width} ${height}"><defs><pattern id="running" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="5" height="5" fill="#ffffff"/><rect width="2" height="5" fill="${colors.now}"/></pattern></defs><rect width="${width}" height="${height}" fill="#ffffff"/>${grid}${form === 'bars' ? `${marks}${lines(pointsOf(before), colors.before, 2)}` : `${lines(pointsOf(before), colors.before, 2)}${marks}`}</svg>`
}

/** A chart as PNG, drawn outside of the event loop. @throws if it cannot be drawn */
export async function pictureOf(chart: Chart, isRightToLeft: boolean): Promise<Buffer> {
  // Loaded by the first picture, because it takes memory.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svgOf(chart, isRightToLeft)))
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
}
