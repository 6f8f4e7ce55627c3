import { profile } from '#contract/people/profile.ts'
import { call } from '#kit/call.ts'
import type { Offer } from './found-field.tsx'

/** Elderly users by words of their name, each by their user_id. */
export async function findPeople(text: string): Promise<Offer[]> {
  const { profiles } = await call(profile.list, {
    query: { ...(text && { q: text }), _sort: 'name', limit: 20 },
  })
  return profiles.map(({ user_id, name }) => ({ value: String(user_id), label: name }))
}
