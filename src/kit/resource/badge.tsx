import styles from './badge.module.css'
import type { FieldView } from './resource.ts'

export type Tone = 'green' | 'blue' | 'red' | 'orange' | 'yellow' | 'purple' | 'grey'

/** A word in a colour; the colour never says more than the word does. */
export const Badge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
)

/** Shows each value of an enum as a badge. */
export const badge = <Value extends string>(tones: Record<Value, Tone>): FieldView<Value> => ({
  show: (value, label) => <Badge tone={tones[value]}>{label}</Badge>,
})
