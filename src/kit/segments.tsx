import type { ReactNode } from 'react'
import styles from './segments.module.css'

interface SegmentsProps<Value extends string> {
  /** What is chosen here, for those who cannot see it. */
  label: string
  options: readonly { value: Value; text: string; long?: string }[]
  /** The chosen one; null where something else is chosen in their place. */
  value: Value | null
  onChange: (value: Value) => void
  /** More segments, behind the options. */
  children?: ReactNode
}

/** One of few, all in sight beside each other; `long` says in full what a short text stands for. */
export function Segments<Value extends string>({
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
          title={long}
          onClick={() => onChange(one)}
        >
          {text}
        </button>
      ))}
      {children}
    </fieldset>
  )
}
