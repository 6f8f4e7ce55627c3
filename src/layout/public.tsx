import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import { published } from '#kit/publishing.ts'
import { Brand } from './brand.tsx'
import { LanguagePicker } from './language-picker.tsx'
import styles from './public.module.css'
import { ThemeToggle } from './theme-toggle.tsx'

/** Milliseconds between two looks at what was published: nobody tells those who are not signed in. */
const every = 30_000

/** The frame of the screens that everyone may see. */
export function Component() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  useEffect(() => {
    void import('./beacon.ts').then(({ noteVisit }) => noteVisit(pathname))
  }, [pathname])
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) published()
    }, every)
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
