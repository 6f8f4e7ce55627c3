import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useCanCall } from '../../current-user.ts'
import type { Resource } from '../resource.ts'
import type { Frame, Screen } from '../routes.tsx'
import { editParameter } from './edit-location.ts'

/** Adds an edit drawer, lazily loaded, to a screen. */
export function withEditDrawer(Below: Screen, frame: () => Promise<Frame>): Screen {
  const Drawer = lazy(async () => {
    const [{ EditDrawer }, Frame] = await Promise.all([import('./edit-drawer.tsx'), frame()])
    return {
      default: ({ of }: { of: Resource }) => (
        <Frame>
          <EditDrawer of={of} />
        </Frame>
      ),
    }
  })
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
