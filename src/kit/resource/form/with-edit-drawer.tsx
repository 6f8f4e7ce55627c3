import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { useCanCall } from '../../current-user.ts'
import { antd, forms } from '../../lazy-antd.ts'
import { readAsOf } from '../past/as-of.ts'
import type { Screen } from '../routes.tsx'
import { editParameter } from './edit-location.ts'

const loadDrawer = async () => {
  const [{ EditDrawer }] = await Promise.all([import('./edit-drawer.tsx'), antd.load()])
  return { default: EditDrawer }
}
const Drawer = lazy(loadDrawer)

/** Loads the drawer once antd has been loaded ahead, so that the first click need not wait for it. */
function usePrefetch(isUsed: boolean) {
  const isLoaded = useSyncExternalStore(forms.subscribe, forms.loaded) !== undefined
  useEffect(() => {
    if (isUsed && isLoaded) loadDrawer().catch(() => {})
  }, [isUsed, isLoaded])
}

/** Adds an edit drawer, lazily loaded, to a screen. */
export function withEditDrawer(Below: Screen): Screen {
  return ({ of }) => {
    const may = useCanCall()
    const [search] = useSearchParams()
    const isEditing = search.has(editParameter)
    const mayEdit = of.edit === 'drawer' && may(of.api.update) && !readAsOf(search, of)
    usePrefetch(mayEdit)
    return (
      <>
        <Below of={of} />
        {isEditing && mayEdit && (
          <Suspense>
            <Drawer of={of} />
          </Suspense>
        )}
      </>
    )
  }
}
