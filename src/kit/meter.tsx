import styles from './meter.module.css'

interface MeterProps {
  label: string
  value: number
  max: number
  /** Whether so much of it is well. */
  tone?: 'good' | 'warn' | 'bad' | undefined
}

/** How much of something is reached or used, as a bar; what is above `max` fills it. */
export const Meter = ({ label, value, max, tone }: MeterProps) => (
  <meter className={styles.meter} data-tone={tone} aria-label={label} min={0} max={max} value={value} />
)
