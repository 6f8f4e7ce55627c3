import { useTranslation } from 'react-i18next'
import styles from './spinner.module.css'

/** Fills the window while the session is checked. */
export function Spinner() {
  const { t } = useTranslation()
  return (
    <div className={styles.fill} role="status">
      <span className="spinner" />
      <span className="spoken">{t('checking')}</span>
    </div>
  )
}
