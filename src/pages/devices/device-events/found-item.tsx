import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { profile } from '#contract/people/profile.ts'
import { call } from '#kit/call.ts'
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

interface PersonItemProps {
  hint?: string
  required?: string
  onText?: (text: string) => void
}

/** Field for an elderly user, found by name; the value is their user_id. */
export function PersonItem(props: PersonItemProps) {
  const { t } = useTranslation('events')
  return <FoundItem of="people" find={findPeople} name="user_id" label={t('userId')} {...props} />
}

async function findPeople(text: string): Promise<Offer[]> {
  const { profiles } = await call(profile.list, {
    query: { ...(text && { q: text }), _sort: 'name', limit: 20 },
  })
  return profiles.map(({ user_id, name }) => ({ value: String(user_id), label: name }))
}
