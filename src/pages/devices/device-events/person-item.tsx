import { useTranslation } from 'react-i18next'
import { profile } from '#contract/people/profile.ts'
import { call } from '#kit/call.ts'
import { FoundItem, type Offer } from './found-item.tsx'

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
