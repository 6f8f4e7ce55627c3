import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '../may.ts'
import type { Resource } from '../resource.ts'
import type { Frame, Screen } from '../routes.tsx'
import { editOf } from './edit-place.ts'

/** A screen with the drawer in which the record is edited that the address names; its code comes when one first is. */
export function overDrawer(Below: Screen, frame: () => Promise<Frame>): Screen {
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
    const may = useMay()
    const isEditing = useSearchParams()[0].has(editOf)
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
