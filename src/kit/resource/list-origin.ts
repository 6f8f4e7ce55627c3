import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../call.ts'
import { useCurrentUser } from '../current-user.ts'
import { listQueryOf, listRequestOf } from './list-query.ts'
import type { Resource, Row } from './resource.ts'
import { decodeView, encodeView, type View } from './view.ts'

const keyOf = (of: Resource) => `trail:${of.name}`

/** Remembers, for this tab, the list page that records are opened from. */
export const saveListOrigin = (of: Resource, view: View) =>
  sessionStorage.setItem(keyOf(of), encodeView(view, of).toString())

/** {@link saveListOrigin} for the current list, except lists of deleted records and of the past. */
export function useSaveListOrigin(of: Resource, view: View): void {
  useEffect(() => {
    if (!view.removed && !view.asOf) saveListOrigin(of, view)
  }, [of, view])
}

/** The list page shown last, or null. */
export function readListOrigin(of: Resource): View | null {
  const stored = sessionStorage.getItem(keyOf(of))
  return stored === null ? null : decodeView(new URLSearchParams(stored), of)
}

/** The rows and total of a page; undefined while loading. */
export function useListPage(of: Resource, view: View): { rows: readonly Row[]; total: number } | undefined {
  const { time_zone } = useCurrentUser()
  const query = listQueryOf(listRequestOf(view, of.filterFields, time_zone), of.listing)
  const { data } = useQuery({
    queryKey: ['trail', of.name, query],
    queryFn: async ({ signal }) => {
      const reply = (await call(of.api.list, { query, signal })) as Record<string, unknown>
      return { rows: reply[of.listing.rows] as Row[], total: Number(reply.total) }
    },
  })
  return data
}
