import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { can, may } from '#contract/kit/permissions.ts'
import { Button } from '#kit/button.tsx'
import { picture } from '#kit/preview/picture.ts'
import { screens } from '#kit/screens.ts'
import { translateModeKey } from '#kit/translate-mode/marks.ts'
import { useSession } from '#providers/auth.ts'
import { startTranslating } from '#providers/translate-mode.tsx'
import { PictureFrame } from './picture-frame.tsx'
import styles from './preview-frame.module.css'
import { Spinner } from './spinner.tsx'

/** The list of screens to preview. */
const screenList = `${screens.translations.path}?screens=1`

/**
 * A preview of any screen for translators: with example data, the texts editable in place, and a bar that says so.
 * Others are sent to the screen itself.
 */
export function PreviewFrame({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation('preview')
  const { pathname, search, hash } = useLocation()
  const state = useSession()
  const user = state.phase === 'in' && can(state.user.role, may('translations', 'update')) ? state.user : null
  // The workbench shows real texts to whoever is signed in, so it has no preview.
  const isElsewhere = pathname === screens.translations.path
  const isRefused = state.phase === 'out' || (state.phase === 'in' && !user)

  useEffect(() => {
    if (state.phase === 'out') window.location.replace(`/login?${new URLSearchParams({ to: screenList })}`)
    else if (isRefused) window.location.replace(pathname + search + hash)
    else if (isElsewhere) window.location.assign(pathname + search)
  }, [state.phase, isRefused, isElsewhere, pathname, search, hash])
  useEffect(() => {
    if (user && !picture) void startTranslating(i18n, user)
  }, [i18n, user])

  if (!user || isElsewhere) return <Spinner />
  if (picture) return <PictureFrame of={picture}>{children}</PictureFrame>
  return (
    <>
      {children}
      <aside className={styles.bar} aria-label={t('title')}>
        <strong>{t('title')}</strong>
        <span className={styles.text}>{t('text')}</span>
        <Button onClick={() => void startTranslating(i18n, user)}>{t('translate')}</Button>
        <Button onClick={() => leave(screenList)}>{t('screens')}</Button>
        <Button variant="main" onClick={() => leave(screens.translations.path)}>
          {t('leave')}
        </Button>
      </aside>
    </>
  )
}

/** Loads a real screen, without the translate mode that the preview has turned on. */
function leave(path: string) {
  sessionStorage.removeItem(translateModeKey)
  window.location.assign(path)
}
