import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useCaller } from '#kit/caller.ts'
import { shortcuts, useKeys } from '#kit/shortcuts.ts'
import { say } from '#kit/toasts.ts'
import { loadTexts } from '#providers/i18n.ts'
import { keysTo } from './go-to.ts'
import { entriesOf } from './navigation.ts'

/** What lies above any screen: the palette and the list of shortcuts, loaded when they are first asked for. */
const load = async () => {
  const [{ Palette }, { ShortcutsDialog }] = await Promise.all([
    import('./palette/palette.tsx'),
    import('./shortcuts-dialog.tsx'),
    loadTexts('palette'),
  ])
  return { Palette, ShortcutsDialog }
}

type Overlays = Awaited<ReturnType<typeof load>>

/** The palette and the list of shortcuts, with the keys that open them and those that lead to screens. */
export function useOverlays(): { openPalette: () => void; overlay: ReactNode } {
  const { t } = useTranslation()
  const { role } = useCaller()
  const navigate = useNavigate()
  const [loaded, setLoaded] = useState<Overlays>()
  const [open, setOpen] = useState<keyof Overlays>()

  async function show(name: keyof Overlays) {
    try {
      setLoaded(await load())
      setOpen(name)
    } catch {
      say({ tone: 'bad', text: t('networkError') })
    }
  }
  const close = () => setOpen(undefined)
  const openPalette = () => void show('Palette')
  const openShortcuts = () => void show('ShortcutsDialog')

  useKeys({
    [shortcuts.palette.keys[0]]: openPalette,
    [shortcuts.help.keys[0]]: openShortcuts,
    ...Object.fromEntries(
      entriesOf(role).flatMap(({ path }) => {
        const keys = keysTo(path)
        return keys ? [[keys, () => void navigate(path)]] : []
      }),
    ),
  })

  return {
    openPalette,
    overlay: (
      <>
        {loaded && open === 'Palette' && <loaded.Palette close={close} help={openShortcuts} />}
        {loaded && open === 'ShortcutsDialog' && <loaded.ShortcutsDialog close={close} />}
      </>
    ),
  }
}
