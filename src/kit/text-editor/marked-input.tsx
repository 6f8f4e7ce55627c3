import { type ComponentProps, useMemo } from 'react'
import styles from './marked-input.module.css'
import type { ShownFinding } from './use-findings.ts'

interface Part {
  start: number
  text: string
  level: ShownFinding['level'] | undefined
}

/** Splits a text at the spans of findings; where they overlap, an error comes before a warning. */
function partsOf(text: string, findings: readonly ShownFinding[]): Part[] {
  const marked = findings.filter(({ start, end }) => end > start)
  // What is about the whole text would hide the others.
  const narrow = marked.filter(({ start, end }) => end - start < text.length)
  const spans = narrow.length > 0 ? narrow : marked
  const bounds = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])].sort(
    (one, other) => one - other,
  )
  return bounds.slice(0, -1).map((start, index) => {
    const within = spans.filter(span => span.start <= start && span.end > start)
    const level = within.some(({ level }) => level === 'error') ? 'error' : within[0]?.level
    return { start, text: text.slice(start, bounds[index + 1]), level }
  })
}

interface MarkedInputProps extends Omit<ComponentProps<'textarea'>, 'className' | 'value'> {
  value: string
  findings: readonly ShownFinding[]
}

/** A text area that grows with its text and underlines findings; the marks are a layer behind it. */
export function MarkedInput({ value, findings, ...rest }: MarkedInputProps) {
  const parts = useMemo(() => partsOf(value, findings), [value, findings])
  return (
    <div className={styles.input}>
      <div className={styles.marks} lang={rest.lang} dir={rest.dir} aria-hidden>
        {parts.map(({ start, text, level }) =>
          level ? (
            <mark key={start} className={styles[level]}>
              {text}
            </mark>
          ) : (
            <span key={start}>{text}</span>
          ),
        )}
        {/* A line break at the end needs something after it to take up a line. */}
        {'\u200b'}
      </div>
      <textarea {...rest} value={value} />
    </div>
  )
}
