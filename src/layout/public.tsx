import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import { notifyTextsPublished } from '#kit/publishing.ts'
import { Brand } from './brand.tsx'
import { loadFonts } from './fonts.ts'
import { LanguagePicker } from './language-picker.tsx'
import styles from './public.module.css'
import { ThemeToggle } from './theme-toggle.tsx'

/** Poll interval in milliseconds for published texts: guests have no live updates. */
const pollIntervalMs = 30_000

/** Layout of the public screens. */
export function Component() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  useEffect(loadFonts, [])
  useEffect(() => {
    void import('./beacon.ts').then(({ reportVisit: noteVisit }) => noteVisit(pathname))
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
