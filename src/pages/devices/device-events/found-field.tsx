import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useDeferredValue, useId, useState } from 'react'
import { TextField } from '#kit/field.tsx'

/** What a search offers: the text that goes into the field, and what it stands for. */
export interface Offer {
  value: string
  label: string
}

interface FoundFieldProps extends Omit<ComponentProps<typeof TextField>, 'list' | 'onChange'> {
  /** Names the search, for its cache. */
  of: string
  find: (text: string) => Promise<Offer[]>
  onText?: (text: string) => void
}

/** A field whose value is found by typing, in the browser's own list of suggestions. */
export function FoundField({ of, find, onText, ...field }: FoundFieldProps) {
  const list = useId()
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const { data = [] } = useQuery({ queryKey: ['offers', of, q], queryFn: () => find(q), staleTime: 30_000 })
  return (
    <>
      <TextField
        {...field}
        list={list}
        autoComplete="off"
        onChange={({ target }) => {
          setText(target.value)
          onText?.(target.value)
        }}
      />
      <datalist id={list}>
        {data.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  )
}
