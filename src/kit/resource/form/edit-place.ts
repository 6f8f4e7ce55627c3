import { type Location, type To, useLocation } from 'react-router'
import type { Resource } from '../resource.ts'

/** The address's parameter that names the record in the drawer over a screen. */
export const editOf = '_edit'

/** The address's search with another record in the drawer, or none. */
export function withEdited(search: string, id: string | null): string {
  const parameters = new URLSearchParams(search)
  if (id === null) parameters.delete(editOf)
  else parameters.set(editOf, id)
  const text = parameters.toString()
  return text && `?${text}`
}

/** What a way to the form leaves in the history: whether there is a screen below the drawer to go back to. */
export const fromScreen = { fromScreen: true }
export const isFromScreen = ({ state }: Location) =>
  (state as { fromScreen?: boolean } | null)?.fromScreen === true

/**
 * Leads to a record's form: its page, or a drawer over the screen that the person is on. Over a screen of other records,
 * such as one to which this one belongs, it is not opened, but over the record itself.
 */
export function useEditPlace({ path, alias, edit }: Resource): (id: string) => To {
  const { pathname, search } = useLocation()
  const isOwn = pathname === path || pathname === alias?.path || pathname.startsWith(`${path}/`)
  return id => {
    if (edit === 'page') return `${path}/${id}/edit`
    return isOwn
      ? { pathname, search: withEdited(search, id) }
      : { pathname: `${path}/${id}`, search: withEdited('', id) }
  }
}
