import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWording } from '../../wording.ts'
import type { Labels } from '../labels.ts'
import { type Option, useOptions } from '../options.ts'
import { useFound } from '../reference-search.ts'
import type { Field } from '../resource.ts'

export interface Choices {
  options: readonly Option[]
  loading: boolean
  /** Set where there are too many to show at once: looks for those that hold a text. */
  find?: (text: string) => void
  text: string
}

/** The values to choose a field's filter from, or undefined where any text will do. */
export function useChoices(field: Field, labels: Labels): Choices | undefined {
  const [text, setText] = useState('')
  const { reference, view } = field
  const found = useFound(reference, text)
  const own = useOptions(field, labels)
  const { byName } = useWording()
  const { data: named, isLoading } = useQuery({
    queryKey: ['choices', field.name, view.choices],
    queryFn: async () => (await view.choices?.()) ?? [],
    enabled: view.choices !== undefined,
  })
  if (reference) return { ...found, find: setText, text }
  if (view.choices) {
    const all = (named ?? []).map(value => ({ value, label: labels.option(field.name, value) }))
    const holds = (said: string) => said.toLowerCase().includes(text.toLowerCase())
    const found = all.filter(({ value, label }) => holds(label) || holds(value))
    return {
      options: byName(found, ({ label }) => label),
      loading: isLoading,
      text,
      ...(all.length > 12 && { find: setText }),
    }
  }
  return own.length === 0 ? undefined : { options: own, loading: false, text }
}
