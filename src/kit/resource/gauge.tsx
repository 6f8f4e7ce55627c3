import { useFormat } from '../format.ts'
import styles from './gauge.module.css'
import type { FieldView } from './resource.ts'

interface GaugeProps {
  percent: number
  /** At and below this many percent it calls for attention. */
  low: number
}

function Gauge({ percent, low }: GaugeProps) {
  const format = useFormat()
  return (
    <span className={percent <= low ? `${styles.gauge} ${styles.low}` : styles.gauge}>
      <span className={styles.track} aria-hidden>
        <span className={styles.level} style={{ inlineSize: `${percent}%` }} />
      </span>
      {format.percent(percent)}
    </span>
  )
}

/** Shows a percentage by its number and a bar, with little of it in the colour of alarm. */
export const gauge = (low: number): FieldView<number> => ({
  show: percent => <Gauge percent={percent} low={low} />,
})
