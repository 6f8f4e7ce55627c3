import { profile } from '#contract/people/profile.ts'
import { call } from '#kit/call.ts'
import type { Offer } from './found-field.tsx'

/** Searches elderly users by name; the value is their user_id. */
export async function findPeople(text: string): Promise<Offer[]> {
  const { profiles } = await call(profile.list, {
    query: { ...(text && { q: text }), _sort: 'name', limit: 20 },
  })
  return profiles.map(({ user_id, name }) => ({ value: String(user_id), label: name }))
}
