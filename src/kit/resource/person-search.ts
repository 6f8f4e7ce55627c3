import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { can, type Role } from '#contract/kit/permissions.ts'
import { admins } from '#contract/people/admins.ts'
import { caregivers, family } from '#contract/people/carers.ts'
import { elderly } from '#contract/people/elderly.ts'
import { call } from '../call.ts'
import { useCanCall } from '../current-user.ts'
import type { Option } from './labels.ts'

/** All people have a `user_id`, but each role has a list of its own. */
const lists = [admins.list, caregivers.list, family.list, elderly.list]
type PeopleList = (typeof lists)[number]

/** Maximum number of results of each list. */
const maxResults = 8

type PeopleReply = Record<string, unknown>
type Found = { user_id: number; name: string; email: string | null }

/** People of all roles whose name resembles a text, as far as the role may list them. */
export async function peopleCalled(text: string, role: Role, signal: AbortSignal): Promise<Found[]> {
  const seen = lists.filter(({ access }) => typeof access === 'string' || can(role, access))
  return (await Promise.all(seen.map(list => peopleIn(list, { q: text }, signal)))).flat()
}

async function peopleIn(list: PeopleList, query: Record<string, unknown>, signal: AbortSignal) {
  const reply: PeopleReply = await call(list, { query: { ...query, _end: maxResults }, signal })
  return (reply[list.listing?.rows ?? ''] ?? []) as Found[]
}

function usePeopleLists() {
  const may = useCanCall()
  return lists.filter(list => may(list))
}

/** Searches people of all roles by name, e-mail address or `user_id`. */
export function usePersonSearch(text: string, enabled: boolean): { options: Option[]; loading: boolean } {
  const q = useDeferredValue(text.trim())
  const seen = usePeopleLists()
  const { data = [], isFetching } = useQuery({
    queryKey: ['people found', q, seen.length],
    queryFn: async ({ signal }) => {
      const query = /^\d+$/.test(q) ? { user_id: q } : { ...(q && { q }), _sort: 'name' }
      const people = await Promise.all(seen.map(list => peopleIn(list, query, signal)))
      return people.flat().map(({ user_id, name, email }) => ({
        value: String(user_id),
        label: [name, email].filter(Boolean).join(' · '),
      }))
    },
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return { options: data, loading: isFetching }
}

/** The names of people; the `user_id` of people the user may not see. */
export function usePersonNames(userIds: readonly string[]): string[] {
  const seen = usePeopleLists()
  const names = useQueries({
    queries: userIds.map(userId => ({
      queryKey: ['person name', userId],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const people = await Promise.all(seen.map(list => peopleIn(list, { user_id: userId }, signal)))
        return people.flat()[0]?.name ?? null
      },
      staleTime: 60_000,
    })),
  })
  return userIds.map((userId, at) => names[at]?.data ?? userId)
}
