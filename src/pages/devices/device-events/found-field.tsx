import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useDeferredValue, useId, useState } from 'react'
import { TextField } from '#kit/field.tsx'

/** A suggestion: the value for the field and its description. */
export interface Offer {
  value: string
  label: string
}

interface FoundFieldProps extends Omit<ComponentProps<typeof TextField>, 'list' | 'onChange'> {
  /** Query cache key of the search. */
  of: string
  find: (text: string) => Promise<Offer[]>
  onText?: (text: string) => void
}

/** Text field with suggestions in a native datalist. */
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
