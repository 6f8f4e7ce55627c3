import { useWording } from '../wording.ts'
import type { Labels } from './labels.ts'
import { choicesOf, type Field } from './resource.ts'

/** A value to choose, and its name in the person's language. */
export interface Option {
  value: string
  label: string
}

/**
 * The values that a field is held to, by their names. Steps of something keep their order; what has none of its own
 * stands in that of the reader's alphabet.
 */
export function useOptions(field: Field, labels: Labels): readonly Option[] {
  const { byName } = useWording()
  const options = choicesOf(field).map(value => ({ value, label: labels.option(field.name, value) }))
  return field.unordered ? byName(options, ({ label }) => label) : options
}
