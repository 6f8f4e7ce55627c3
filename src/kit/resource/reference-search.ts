import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../call.ts'
import { useCan } from '../caller.ts'
import { declarationOf, headOf } from '../registry.ts'
import { nameIn } from './reference.tsx'
import type { Row } from './resource.ts'

/** How many records a search offers. */
const offered = 20

/** The records of another resource whose searchable fields hold a text, by name; none where there is no resource. */
export function useFound(resource: string | undefined, text: string) {
  const can = useCan()
  const head = resource === undefined ? undefined : headOf(resource)
  const q = useDeferredValue(text.trim())
  const { data, isFetching } = useQuery({
    queryKey: ['found', resource, q],
    queryFn: async ({ signal }) => {
      const of = await declarationOf(resource ?? '')
      const query = { ...(q && { q }), _end: offered, _sort: of.title }
      const reply = (await call(of.api.list, { query, signal })) as Record<string, Row[]>
      return (reply[of.listing.rows] ?? []).map(row => ({ value: row.id, label: nameIn(of, row) }))
    },
    enabled: head !== undefined && can({ area: head.area, action: 'list' }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return { options: data ?? [], loading: isFetching }
}
