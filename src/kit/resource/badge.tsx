import styles from './badge.module.css'
import type { FieldView } from './resource.ts'

export type Tone = 'green' | 'blue' | 'red' | 'orange' | 'yellow' | 'purple' | 'grey'

/** A coloured label; colour is never the only carrier of information. */
export const Badge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={`${styles.badge} ${styles[tone]}`}>
    <span className={styles.text}>{children}</span>
  </span>
)

/** Shows each enum value as a badge. */
export const badge = <Value extends string>(tones: Record<Value, Tone>): FieldView<Value> => ({
  show: (value, label) => <Badge tone={tones[value]}>{label}</Badge>,
})
