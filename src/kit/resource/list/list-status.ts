import type { Rows } from '../rows.ts'
import { isFiltered, type View } from '../view.ts'

/** The states of a list; each looks different. */
export type ListStatus = 'loading' | 'failed' | 'empty' | 'no match' | 'past the end' | 'rows'

export function listStatusOf(
  { rows, query }: Pick<Rows, 'rows'> & { query: { error: unknown } },
  view: View,
): ListStatus {
  if (!rows) return query.error ? 'failed' : 'loading'
  if (rows.length) return 'rows'
  if (view.page > 1 || view.after) return 'past the end'
  return isFiltered(view) ? 'no match' : 'empty'
}
