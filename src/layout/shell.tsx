import MenuOutlined from '@ant-design/icons/MenuOutlined'
import SearchOutlined from '@ant-design/icons/SearchOutlined'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { may } from '#contract/kit/permissions.ts'
import { Button } from '#kit/button.tsx'
import { useOffline } from '#kit/connection.ts'
import { useCan, useCurrentUser } from '#kit/current-user.ts'
import { openModal } from '#kit/modals.ts'
import { heads } from '#kit/registry.ts'
import { ariaKeys } from '#kit/shortcuts.ts'
import { loadTexts } from '#providers/i18n.ts'
import { Brand } from './brand.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { loadFonts } from './fonts.ts'
import { useRecentPaths } from './recent-paths.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { StepUp } from './step-up.tsx'
import { useCommandPalette } from './use-overlays.tsx'

/** Loaded after the screen. */
const BulkPanel = lazy(async () => {
  const [{ BulkPanel }] = await Promise.all([
    import('#kit/bulk/bulk-panel.tsx'),
    loadTexts('bulk', 'resources'),
  ])
  return { default: BulkPanel }
})

/** Loaded after the screen. */
const EmergencyWatch = lazy(async () => {
  const [{ AlertWatcher: EmergencyWatch }] = await Promise.all([
    import('./alert-watcher.tsx'),
    loadTexts('emergency', 'resources'),
  ])
  return { default: EmergencyWatch }
})

/** Loaded after the screen. */
const FollowTexts = lazy(() => import('./published-texts-listener.tsx'))

/** Moves focus to the main content after navigation, for keyboard and screen reader users. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** The sidebar as a modal drawer on narrow screens. */
function useDrawer() {
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another screen closes it
  useEffect(() => drawer.current?.close(), [pathname])
  return drawer
}

/** Layout of the signed-in screens: navigation and content. */
export function Shell() {
  const { t } = useTranslation(['navigation', 'common'])
  const main = useFocusOnArrival()
  const drawer = useDrawer()
  const offline = useOffline()
  const busy = useNavigation().state !== 'idle'
  const can = useCan()
  // Until a required second factor is set up, the server refuses everything else.
  const { second_factor_missing } = useCurrentUser()
  const mayBulk = !second_factor_missing && heads.some(({ area }) => can({ area, action: 'update' }))
  const mayWatch = !second_factor_missing && can(may('alerts', 'list'))
  const { openPalette, closeOverlay, overlay } = useCommandPalette()
  useRecentPaths()
  useEffect(loadFonts, [])
  const find = () => {
    drawer.current?.close()
    openPalette()
  }
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      {busy && <div className={styles.progress} />}
      <aside className={styles.side}>
        <Sidebar find={find} />
      </aside>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: by the keyboard, Escape closes it */}
      <dialog
        ref={drawer}
        className={styles.drawer}
        aria-label={t('main')}
        onClick={event => event.target === drawer.current && drawer.current.close()}
      >
        <Sidebar find={find} />
      </dialog>
      <div className={styles.content}>
        <header className={styles.bar}>
          <Button
            variant="quiet"
            icon={<MenuOutlined />}
            aria-label={t('open')}
            aria-haspopup="dialog"
            onClick={() => drawer.current && openModal(drawer.current)}
          />
          <Link to="/analytics">
            <Brand />
          </Link>
          <Button
            variant="quiet"
            icon={<SearchOutlined />}
            aria-label={t('find')}
            aria-haspopup="dialog"
            aria-keyshortcuts={ariaKeys('palette')}
            onClick={openPalette}
          />
        </header>
        <div role="status">{offline && <p className={styles.offline}>{t('common:offline.bar')}</p>}</div>
        {mayWatch && (
          <Suspense>
            <EmergencyWatch onOpenAlert={closeOverlay} />
          </Suspense>
        )}
        <main ref={main} id="main" tabIndex={-1} className={styles.main}>
          <Breadcrumbs />
          <Outlet />
        </main>
        {mayBulk && (
          <Suspense>
            <BulkPanel />
          </Suspense>
        )}
      </div>
      {!second_factor_missing && (
        <Suspense>
          <FollowTexts />
        </Suspense>
      )}
      {overlay}
      <StepUp />
      <ScrollRestoration getKey={location => location.pathname} />
    </div>
  )
}
