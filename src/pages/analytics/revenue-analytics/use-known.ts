import { Instant } from '#contract/kit/fields.ts'
import { useSearch } from '#kit/address.ts'

/** The instant as of whose knowledge the figures are shown, kept in the URL (`?known=…`); null for now. */
export function useKnown() {
  const [search, change] = useSearch()
  const { data: known = null } = Instant.nullable().safeParse(search.get('known'))
  const choose = (instant: string | null) => change({ known: instant }, { replace: true })
  /** As a query parameter; the present needs none. */
  const params: Readonly<Record<string, string>> = known ? { known } : {}
  return { known, choose, params }
}
