import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useCanCall } from '../../current-user.ts'
import { antd } from '../../lazy-antd.ts'
import type { Screen } from '../routes.tsx'
import { editParameter } from './edit-location.ts'

const Drawer = lazy(async () => {
  const [{ EditDrawer }] = await Promise.all([import('./edit-drawer.tsx'), antd.load()])
  return { default: EditDrawer }
})

/** Adds an edit drawer, lazily loaded, to a screen. */
export function withEditDrawer(Below: Screen): Screen {
  return ({ of }) => {
    const may = useCanCall()
    const isEditing = useSearchParams()[0].has(editParameter)
    return (
      <>
        <Below of={of} />
        {isEditing && of.edit === 'drawer' && may(of.api.update) && (
          <Suspense>
            <Drawer of={of} />
          </Suspense>
        )}
      </>
    )
  }
}
