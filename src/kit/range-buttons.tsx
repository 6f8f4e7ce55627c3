import { useId } from 'react'
import styles from './range-buttons.module.css'

interface RangeButtonsProps<Range extends string | number> {
  /** What is chosen, read out before the choices. */
  label: string
  ranges: readonly Range[]
  value: Range
  onChange: (range: Range) => void
  /** The text of one choice. */
  text: (range: Range) => string
}

/** The choice of the time that a screen covers: a row of buttons of which one is down, walked by the arrow keys. */
export function RangeButtons<Range extends string | number>({
  label,
  ranges,
  value,
  onChange,
  text,
}: RangeButtonsProps<Range>) {
  const name = useId()
  return (
    <fieldset className={styles.ranges}>
      <legend className="spoken">{label}</legend>
      {ranges.map(range => (
        <label key={range}>
          <input
            type="radio"
            className="spoken"
            name={name}
            checked={range === value}
            onChange={() => onChange(range)}
          />
          {text(range)}
        </label>
      ))}
    </fieldset>
  )
}
