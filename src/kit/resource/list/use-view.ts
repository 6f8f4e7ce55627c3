import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { withEdited } from '../form/edit-place.ts'
import type { Resource } from '../resource.ts'
import { decodeView, encodeView, type View } from '../view.ts'

/** How the address changes: a new entry of the browser's history, or the present one rewritten. */
type Step = 'push' | 'replace'

/** The view that the address stands for, and the way to another. What narrows or sorts begins at the first page. */
export function useView(of: Resource) {
  const { search: address, pathname } = useLocation()
  // A record that is edited over the list leaves it as it is.
  const search = withEdited(address, null)
  const navigate = useNavigate()
  const view = useMemo(() => decodeView(new URLSearchParams(search), of), [search, of])

  const go = useCallback(
    (next: View, step: Step, state?: unknown) => {
      const text = encodeView(next, of).toString()
      void navigate(
        { pathname, search: text && `?${text}` },
        { replace: step === 'replace', preventScrollReset: true, state },
      )
    },
    [navigate, of, pathname],
  )
  const change = useCallback(
    (part: Partial<View>, step: Step = 'push') => go({ ...view, page: 1, after: null, ...part }, step),
    [go, view],
  )
  return { view, go, change }
}
