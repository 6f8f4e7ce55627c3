import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { can, may } from '#contract/kit/permissions.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { heads } from '#kit/registry.ts'
import { shortcuts, useShortcuts } from '#kit/shortcuts.ts'
import { toast } from '#kit/toasts.ts'
import { loadTexts } from '#providers/i18n.ts'
import { entriesOf, shortcutTo } from './navigation.ts'

/** Loads the palette and the shortcut list on demand. */
const load = async () => {
  const [{ Palette }, { ShortcutsDialog }] = await Promise.all([
    import('./palette/palette.tsx'),
    import('./shortcuts-dialog.tsx'),
    loadTexts('palette'),
  ])
  return { Palette, ShortcutsDialog }
}

type Overlays = Awaited<ReturnType<typeof load>>

/** What is open; `create` is the palette with only what creates a record. */
type Overlay = 'palette' | 'create' | 'shortcuts'

/** The command palette and the shortcut list, with global shortcuts. */
export function useCommandPalette(): {
  openPalette: () => void
  closeOverlay: () => void
  overlay: ReactNode
} {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const navigate = useNavigate()
  const [loaded, setLoaded] = useState<Overlays>()
  const [open, setOpen] = useState<Overlay>()

  async function show(name: Overlay) {
    try {
      setLoaded(await load())
      setOpen(name)
    } catch {
      toast({ tone: 'bad', text: t('networkError') })
    }
  }
  const close = () => setOpen(undefined)
  const openPalette = () => void show('palette')
  const openShortcuts = () => void show('shortcuts')

  useShortcuts({
    [shortcuts.palette.keys[0]]: openPalette,
    [shortcuts.help.keys[0]]: openShortcuts,
    ...Object.fromEntries(
      entriesOf(role).flatMap(({ path }) => {
        const keys = shortcutTo(path)
        return keys ? [[keys, () => void navigate(path)]] : []
      }),
    ),
  })

  const mayCreate = heads.some(({ area }) => can(role, may(area, 'create')))
  useShortcuts(mayCreate ? { [shortcuts.create.keys[0]]: () => void show('create') } : {}, true)

  return {
    openPalette,
    closeOverlay: close,
    overlay: (
      <>
        {loaded && (open === 'palette' || open === 'create') && (
          <loaded.Palette isCreating={open === 'create'} close={close} help={openShortcuts} />
        )}
        {loaded && open === 'shortcuts' && <loaded.ShortcutsDialog close={close} />}
      </>
    ),
  }
}
