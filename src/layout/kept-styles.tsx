import { useSyncExternalStore } from 'react'
import { antd, forms } from '#kit/lazy-antd.ts'

/** Keeps antd's styles ready once it has been loaded ahead, so that what opens first opens at once. */
export function KeptStyles() {
  const { KeptOverlayStyles } = useSyncExternalStore(antd.subscribe, antd.loaded) ?? {}
  const { KeptFormStyles } = useSyncExternalStore(forms.subscribe, forms.loaded) ?? {}
  return (
    <>
      {KeptOverlayStyles && <KeptOverlayStyles />}
      {KeptFormStyles && <KeptFormStyles />}
    </>
  )
}
