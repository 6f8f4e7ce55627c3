import styles from './sparkline.module.css'

/** One series without axes. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const size = greatest - least || 1
  const path = values
    .map((value, index) => {
      const x = (100 * (index + 0.5)) / values.length
      const y = 10 + (80 * (greatest - value)) / size
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(3)} ${y.toFixed(3)}`
    })
    .join('')
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className={styles.spark}
      data-tone="accent"
      aria-hidden
    >
      <path d={path} className={styles.line} />
    </svg>
  )
}
