import styles from './meter.module.css'

interface MeterProps {
  label: string
  value: number
  max: number
  /** Colour by how good the value is. */
  tone?: 'good' | 'warn' | 'bad' | undefined
}

/** A bar for how much of something is used; values above `max` fill it. */
export const Meter = ({ label, value, max, tone }: MeterProps) => (
  <meter className={styles.meter} data-tone={tone} aria-label={label} min={0} max={max} value={value} />
)
