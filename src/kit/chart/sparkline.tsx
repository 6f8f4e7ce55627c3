import type { Point, Scale } from './chart-data.ts'
import styles from './sparkline.module.css'

/** SVG path of a series through the centers of its points; missing values leave gaps. */
export function pathOf(points: readonly Point[], key: string, { at }: Scale): string {
  let isDrawing = false
  return points
    .map(({ values }, index) => {
      const value = values[key]
      if (value === null || value === undefined) {
        isDrawing = false
        return ''
      }
      const step = `${isDrawing ? 'L' : 'M'}${((100 * (index + 0.5)) / points.length).toFixed(3)} ${(100 * at(value)).toFixed(3)}`
      isDrawing = true
      return step
    })
    .join('')
}

/** SVG path of the area between a series and zero; each run between gaps is filled for itself. */
export function areaOf(points: readonly Point[], key: string, scale: Scale): string {
  const zero = (100 * scale.at(0)).toFixed(3)
  return pathOf(points, key, scale)
    .split('M')
    .filter(Boolean)
    .map(run => {
      const ends = run.split('L').map(step => step.split(' ')[0])
      return `M${run}L${ends.at(-1)} ${zero}L${ends[0]} ${zero}Z`
    })
    .join('')
}

/** One series without axes. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const points = values.map((value, index) => ({ key: String(index), label: '', values: { value } }))
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const size = greatest - least || 1
  const at = (value: number) => 0.1 + (0.8 * (greatest - value)) / size
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className={styles.spark}
      data-tone="accent"
      aria-hidden
    >
      <path d={pathOf(points, 'value', { low: least, high: greatest, at })} className={styles.line} />
    </svg>
  )
}
