import MenuOutlined from '@ant-design/icons/MenuOutlined'
import SearchOutlined from '@ant-design/icons/SearchOutlined'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { may } from '#contract/kit/permissions.ts'
import { Button } from '#kit/button.tsx'
import { useOffline } from '#kit/connection.ts'
import { useCan, useCurrentUser } from '#kit/current-user.ts'
import { NavigationDrawer } from '#kit/drawer.tsx'
import { reportFirstContent } from '#kit/first-content.ts'
import { prefetchAntd } from '#kit/lazy-antd.ts'
import { isPreview } from '#kit/preview/preview.ts'
import { heads } from '#kit/registry.ts'
import { ariaKeys } from '#kit/shortcuts.ts'
import { loadTexts } from '#providers/i18n.ts'
import { Brand } from './brand.tsx'
import { loadFonts } from './fonts.ts'
import { KeptStyles } from './kept-styles.tsx'
import { locate } from './navigation.ts'
import { useNotificationCentre } from './notifications/use-notification-centre.tsx'
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

/** Milliseconds between looks at whether the screen is complete. */
const prefetchDelayMs = 1_000

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

/** Whether the sidebar is open as a drawer, on narrow screens. */
function useDrawer() {
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another screen closes it
  useEffect(() => setOpen(false), [pathname])
  return [isOpen, setOpen] as const
}

/** Milliseconds after which alerts are watched even if the screen is still loading. */
const contentTimeoutMs = 3_000

/** Whether the first screen has its data and has painted it. */
function useFirstContent(): boolean {
  const queries = useQueryClient()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const cache = queries.getQueryCache()
    let frame = 0
    const report = () => {
      unsubscribe()
      clearTimeout(timer)
      setShown(true)
      reportFirstContent()
    }
    // Twice: the callbacks of a frame run before it is painted.
    const afterPaint = () => {
      cancelAnimationFrame(frame)
      if (queries.isFetching() === 0)
        frame = requestAnimationFrame(() => {
          frame = requestAnimationFrame(report)
        })
    }
    const timer = setTimeout(report, contentTimeoutMs)
    const unsubscribe = cache.subscribe(afterPaint)
    afterPaint()
    return () => {
      unsubscribe()
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  }, [queries])
  return isShown
}

/** Loads antd once the screen has its data and the browser is idle. */
function usePrefetch() {
  const queries = useQueryClient()
  useEffect(() => {
    let timer = 0
    const whenIdle = () => {
      if (document.readyState === 'complete' && queries.isFetching() === 0) {
        if ('requestIdleCallback' in window) requestIdleCallback(prefetchAntd)
        else prefetchAntd()
      } else timer = window.setTimeout(whenIdle, prefetchDelayMs)
    }
    timer = window.setTimeout(whenIdle, prefetchDelayMs)
    return () => clearTimeout(timer)
  }, [queries])
}

/** Layout of the signed-in screens: navigation and content. */
export function Shell() {
  const { t } = useTranslation(['navigation', 'common'])
  const main = useFocusOnArrival()
  const [isDrawerOpen, setDrawerOpen] = useDrawer()
  const offline = useOffline()
  const busy = useNavigation().state !== 'idle'
  const can = useCan()
  // Until a required second factor is set up, the server refuses everything else.
  const { second_factor_missing } = useCurrentUser()
  const isContentShown = useFirstContent()
  // A preview's alerts and jobs are examples: none may ring.
  const mayFollow = isContentShown && !second_factor_missing && !isPreview
  const mayBulk = mayFollow && heads.some(({ area }) => can({ area, action: 'update' }))
  const mayWatch = mayFollow && can(may('alerts', 'list'))
  const { openPalette, closeOverlay, overlay } = useCommandPalette()
  const { bell, closeCentre, centre } = useNotificationCentre()
  useRecentPaths()
  useEffect(loadFonts, [])
  usePrefetch()
  const find = () => {
    setDrawerOpen(false)
    openPalette()
  }
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      {busy && <div className={styles.progress} />}
      <aside className={styles.side}>
        <Sidebar find={find} bell={mayFollow && bell} />
      </aside>
      {isDrawerOpen && (
        <NavigationDrawer label={t('main')} onClose={() => setDrawerOpen(false)}>
          <Sidebar find={find} />
        </NavigationDrawer>
      )}
      <div className={styles.content}>
        <header className={styles.bar}>
          <Button
            variant="quiet"
            icon={<MenuOutlined />}
            aria-label={t('open')}
            aria-haspopup="dialog"
            onClick={() => setDrawerOpen(true)}
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
          {mayFollow && bell}
        </header>
        <div role="status">{offline && <p className={styles.offline}>{t('common:offline.bar')}</p>}</div>
        {mayWatch && (
          <Suspense>
            <EmergencyWatch
              onOpenAlert={() => {
                closeOverlay()
                closeCentre()
              }}
            />
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
      {mayFollow && (
        <Suspense>
          <FollowTexts />
        </Suspense>
      )}
      {overlay}
      {mayFollow && centre}
      <StepUp />
      <KeptStyles />
      <ScrollRestoration getKey={location => location.pathname} />
    </div>
  )
}

/** Breadcrumb trail: group and list. */
function Breadcrumbs() {
  const { t } = useTranslation('navigation')
  const { pathname } = useLocation()
  const location = locate(pathname)
  if (!location?.group) return null
  const { group, entry } = location
  const label = t(entry.label as never)
  return (
    <nav aria-label={t('breadcrumbs')} className={styles.breadcrumbs}>
      <ol>
        <li>{t(`groups.${group}`)}</li>
        <li>
          {pathname === entry.path ? (
            <span aria-current="page">{label}</span>
          ) : (
            <Link to={entry.path}>{label}</Link>
          )}
        </li>
      </ol>
    </nav>
  )
}
