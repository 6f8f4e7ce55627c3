import type { ReactNode } from 'react'
import { useOverlays } from './overlays.ts'

interface DrawerProps {
  title: string
  /** Shown next to the title. */
  tools?: ReactNode
  children: ReactNode
  onClose: () => void
}

/** A modal side panel, open while it is rendered. */
export function Drawer(props: DrawerProps) {
  const { SidePanel } = useOverlays(props.onClose) ?? {}
  return SidePanel && <SidePanel width="min(560px, 100vw)" {...props} />
}

interface NavigationDrawerProps extends Pick<DrawerProps, 'children' | 'onClose'> {
  /** Accessible name. */
  label: string
}

/** A modal panel at the start of the line, without a header. */
export function NavigationDrawer(props: NavigationDrawerProps) {
  const { SidePanel } = useOverlays(props.onClose) ?? {}
  return SidePanel && <SidePanel side="start" width="min(300px, 85vw)" {...props} />
}
