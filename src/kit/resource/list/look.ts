import type { Rows } from '../rows.ts'
import { isNarrowed, type View } from '../view.ts'

/** What a list looks like: each of these is drawn so that it is not taken for another. */
export type Look = 'loading' | 'failed' | 'empty' | 'no match' | 'past the end' | 'rows'

export function lookOf(
  { rows, query }: Pick<Rows, 'rows'> & { query: { error: unknown } },
  view: View,
): Look {
  if (!rows) return query.error ? 'failed' : 'loading'
  if (rows.length) return 'rows'
  if (view.page > 1 || view.after) return 'past the end'
  return isNarrowed(view) ? 'no match' : 'empty'
}
