import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Labels } from '../labels.ts'
import { useFound } from '../reference-search.ts'
import { choicesOf, type Field } from '../resource.ts'

export interface Choices {
  options: readonly { value: string; label: string }[]
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
  const { data: named, isLoading } = useQuery({
    queryKey: ['choices', field.name, view.choices],
    queryFn: async () => (await view.choices?.()) ?? [],
    enabled: view.choices !== undefined,
  })
  if (reference) return { ...found, find: setText, text }
  if (view.choices) {
    const options = (named ?? []).filter(value => value.toLowerCase().includes(text.toLowerCase()))
    return {
      options: options.map(value => ({ value, label: value })),
      loading: isLoading,
      text,
      ...((named?.length ?? 0) > 12 && { find: setText }),
    }
  }
  const own = choicesOf(field)
  if (own.length === 0) return undefined
  return {
    options: own.map(value => ({ value, label: labels.option(field.name, value) })),
    loading: false,
    text,
  }
}
