import type { ReactNode } from 'react'
import styles from './segmented.module.css'

interface SegmentsProps<Value extends string> {
  /** Accessible name. */
  label: string
  options: readonly { value: Value; text: string; long?: string }[]
  /** The selected value, or null. */
  value: Value | null
  onChange: (value: Value) => void
  /** Additional segments after the options. */
  children?: ReactNode
}

/** A segmented control; `long` is the accessible name of a short option. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  children,
}: SegmentsProps<Value>) {
  return (
    <fieldset className={styles.segments}>
      <legend className="spoken">{label}</legend>
      {options.map(({ value: one, text, long }) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          aria-label={long && `${text}: ${long}`}
          data-tooltip={long}
          onClick={() => onChange(one)}
        >
          {text}
        </button>
      ))}
      {children}
    </fieldset>
  )
}
