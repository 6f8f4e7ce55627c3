/** The drawn area of a chart's plots, in pixels from its own edges. */
export interface Strip {
  left: number
  width: number
}

/** Measures the drawn area; null before it is drawn. */
export function stripOf(chart: HTMLElement): Strip | null {
  const area = chart.querySelector('svg [class~="plot"]')?.getBoundingClientRect()
  return area ? { left: area.left - chart.getBoundingClientRect().left, width: area.width } : null
}

/** Where the selected points are: they share the width of the axis equally. */
export function placeOf(
  [first, last]: readonly [number, number],
  count: number,
  { left, width }: Strip,
  isRtl: boolean,
) {
  const share = width / count
  const start = isRtl ? count - 1 - last : first
  return { left: left + start * share, width: (last - first + 1) * share }
}
