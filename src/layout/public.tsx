import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import { publicPaths, visits } from '#contract/analytics/visits.ts'
import { call } from '#kit/call.ts'
import { startWebVitals } from '#kit/first-content.ts'
import { notifyTextsPublished } from '#kit/publishing.ts'
import { Brand } from './brand.tsx'
import { LanguagePicker, ThemeToggle } from './display-settings.tsx'
import { loadFonts } from './fonts.ts'
import styles from './public.module.css'

/** Poll interval in milliseconds for published texts: guests have no live updates. */
const pollIntervalMs = 30_000

/** Layout of the public screens. */
export function Component() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  useEffect(loadFonts, [])
  useEffect(startWebVitals, [])
  useEffect(() => {
    void reportVisit(pathname)
  }, [pathname])
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) notifyTextsPublished()
    }, pollIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <Link to="/login">
          <Brand />
        </Link>
        <div className={styles.tools}>
          <LanguagePicker />
          <ThemeToggle />
        </div>
      </header>
      <main className={styles.main}>
        <Outlet />
      </main>
      <footer className={styles.foot}>
        <Link to="/terms-of-service">{t('terms')}</Link>
        <Link to="/privacy-policy">{t('privacy')}</Link>
      </footer>
    </div>
  )
}

/** A random id, stored in this browser, that counts unique visitors without identifying them. */
function visitorId(): string {
  const key = 'visitor_id'
  const stored = localStorage.getItem(key)
  if (stored) return stored
  const id = crypto.randomUUID()
  localStorage.setItem(key, id)
  return id
}

/** Whether the visitor opted out by Global Privacy Control or Do Not Track. */
const hasOptedOut = () =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true ||
  navigator.doNotTrack === '1'

/** Reports a visit to a public page unless the visitor opted out. Failures are ignored. */
async function reportVisit(pathname: string): Promise<void> {
  const path = publicPaths.find(path => path === pathname)
  if (path && isSecureContext && !hasOptedOut())
    await call(visits.note, { body: { visitor_id: visitorId(), path } }).catch(() => {})
}
