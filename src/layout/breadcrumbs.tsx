import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import styles from './breadcrumbs.module.css'
import { locate } from './navigation.ts'

/** Breadcrumb trail: group and list. */
export function Breadcrumbs() {
  const { t } = useTranslation('navigation')
  const { pathname } = useLocation()
  const place = locate(pathname)
  if (!place?.group) return null
  const { group, entry } = place
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
