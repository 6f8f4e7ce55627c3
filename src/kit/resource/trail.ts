import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../call.ts'
import { useCaller } from '../caller.ts'
import type { Resource, Row } from './resource.ts'
import { decodeView, encodeView, type View } from './view.ts'
import { queryOf, questionOf } from './wire.ts'

const keyOf = (of: Resource) => `trail:${of.name}`

/** Keeps, in this tab, the page of a list that its records are opened from. */
export const keepTrail = (of: Resource, view: View) =>
  sessionStorage.setItem(keyOf(of), encodeView(view, of).toString())

/** {@link keepTrail} for a list that is shown; what was removed has no screen to come back from. */
export function useTrail(of: Resource, view: View): void {
  useEffect(() => {
    if (!view.removed) keepTrail(of, view)
  }, [of, view])
}

/** The page of the list that was shown last; null where none was. */
export function readTrail(of: Resource): View | null {
  const kept = sessionStorage.getItem(keyOf(of))
  return kept === null ? null : decodeView(new URLSearchParams(kept), of)
}

/** The rows of a page, and how many there are on all pages; undefined while they are awaited. */
export function useTrailPage(of: Resource, view: View): { rows: readonly Row[]; total: number } | undefined {
  const { time_zone } = useCaller()
  const query = queryOf(questionOf(view, of.fields, time_zone), of.listing)
  const { data } = useQuery({
    queryKey: ['trail', of.name, query],
    queryFn: async ({ signal }) => {
      const reply = (await call(of.api.list, { query, signal })) as Record<string, unknown>
      return { rows: reply[of.listing.rows] as Row[], total: Number(reply.total) }
    },
  })
  return data
}
