import type { ReactNode } from 'react'
import type { Tone } from './chart-data.ts'
import styles from './ranked-bars.module.css'

export interface Rank {
  key: string
  label: ReactNode
  value: number
  tone?: Tone
  /** The formatted value, or the button that opens it. */
  shown: ReactNode
  /** Secondary text below the label. */
  note?: ReactNode
}

interface RankedBarsProps {
  ranks: readonly Rank[]
  /** The value of a full-length bar; by default the largest value. */
  whole?: number
}

/** Ranked values with bars. The values are visible, so it needs no separate table. */
export function RankedBars({ ranks, whole }: RankedBarsProps) {
  const max = whole ?? Math.max(0, ...ranks.map(({ value }) => value))
  return (
    <ol className={styles.ranks}>
      {ranks.map(({ key, label, value, tone = 'accent', shown, note }) => (
        <li key={key}>
          <span className={styles.label}>
            {label}
            {note && <span className={styles.note}>{note}</span>}
          </span>
          <span className={`${styles.shown} numbers`}>{shown}</span>
          <span className={styles.track} aria-hidden>
            <span data-tone={tone} style={{ inlineSize: `${max > 0 ? (100 * value) / max : 0}%` }} />
          </span>
        </li>
      ))}
    </ol>
  )
}
