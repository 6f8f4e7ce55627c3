import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { SuggestItem, type SuggestItemProps } from '#kit/form.tsx'

/** A suggestion: the value for the field and its description. */
export type Offer = SuggestItemProps['options'][number]

interface FoundItemProps extends Omit<SuggestItemProps, 'options' | 'onSearch'> {
  /** Query cache key of the search. */
  of: string
  find: (text: string) => Promise<Offer[]>
  onText?: (text: string) => void
}

/** Text field with suggestions that the server finds. */
export function FoundItem({ of, find, onText, ...field }: FoundItemProps) {
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const { data = [] } = useQuery({ queryKey: ['offers', of, q], queryFn: () => find(q), staleTime: 30_000 })
  return (
    <SuggestItem
      {...field}
      options={data}
      onSearch={text => {
        setText(text)
        onText?.(text)
      }}
    />
  )
}
