import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import { Brand } from './brand.tsx'
import { LanguagePicker } from './language-picker.tsx'
import styles from './public.module.css'
import { ThemeToggle } from './theme-toggle.tsx'

/** The frame of the screens that everyone may see. */
export function Public() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  useEffect(() => {
    void import('./beacon.ts').then(({ noteVisit }) => noteVisit(pathname))
  }, [pathname])
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
