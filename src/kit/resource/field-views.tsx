import { useFormat } from '../format.ts'
import styles from './gauge.module.css'
import type { FieldView } from './resource.ts'

interface GaugeProps {
  percent: number
  /** At or below this percentage it is highlighted. */
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

/** Shows a percentage as a number and a bar, highlighted when low. */
export const gauge = (low: number): FieldView<number> => ({
  show: percent => <Gauge percent={percent} low={low} />,
})

function Ago({ instant }: { instant: string }) {
  const format = useFormat()
  return (
    <time dateTime={instant} title={format.dateTime(instant)}>
      {format.ago(instant)}
    </time>
  )
}

/** Shows an instant as relative time. */
export const ago: FieldView<string> = { show: instant => <Ago instant={instant} /> }

const Money = ({ dollars }: { dollars: number }) => <>{useFormat().money(dollars)}</>

/** Shows a number as US dollars. */
export const money: FieldView<number> = {
  show: dollars => <Money dollars={dollars} />,
}
