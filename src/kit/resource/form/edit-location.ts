import { type Location, type To, useLocation } from 'react-router'
import type { Resource } from '../resource.ts'

/** Search parameter with the id of the record in the drawer. */
export const editParameter = '_edit'

/** The search with another record in the drawer, or none. */
export function withEditParameter(search: string, id: string | null): string {
  const parameters = new URLSearchParams(search)
  if (id === null) parameters.delete(editParameter)
  else parameters.set(editParameter, id)
  const text = parameters.toString()
  return text && `?${text}`
}

/** History state: whether the drawer was opened from a screen to go back to. */
export const fromScreen = { fromScreen: true }
export const isFromScreen = ({ state }: Location) =>
  (state as { fromScreen?: boolean } | null)?.fromScreen === true

/**
 * Returns the location of a record's form: its page, or a drawer over the current screen. From a screen of other
 * records, it opens over the record's own screen.
 */
export function useEditLocation({ path, alias, edit }: Resource): (id: string) => To {
  const { pathname, search } = useLocation()
  const isOwn = pathname === path || pathname === alias?.path || pathname.startsWith(`${path}/`)
  return id => {
    if (edit === 'page') return `${path}/${id}/edit`
    return isOwn
      ? { pathname, search: withEditParameter(search, id) }
      : { pathname: `${path}/${id}`, search: withEditParameter('', id) }
  }
}
