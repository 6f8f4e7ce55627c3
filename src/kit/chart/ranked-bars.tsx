import type { ReactNode } from 'react'
import type { Tone } from './data.ts'
import styles from './ranked-bars.module.css'

export interface Rank {
  key: string
  label: ReactNode
  value: number
  tone?: Tone
  /** The value as it is written, or what opens it. */
  shown: ReactNode
  /** Smaller, below the name. */
  note?: ReactNode
}

interface RankedBarsProps {
  ranks: readonly Rank[]
  /** What the whole length of a bar stands for; the largest of the values unless given. */
  whole?: number
}

/** Named values in their order, each with a bar of its length. Their values stand beside: it is its own table. */
export function RankedBars({ ranks, whole }: RankedBarsProps) {
  const most = whole ?? Math.max(0, ...ranks.map(({ value }) => value))
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
            <span data-tone={tone} style={{ inlineSize: `${most > 0 ? (100 * value) / most : 0}%` }} />
          </span>
        </li>
      ))}
    </ol>
  )
}
