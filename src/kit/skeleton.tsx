import { useTranslation } from 'react-i18next'
import styles from './skeleton.module.css'

/** Placeholder rows while content loads. */
export function Skeleton({ rows = 3, height = 56 }: { rows?: number; height?: number }) {
  const { t } = useTranslation()
  return (
    <div className={styles.skeleton} role="status">
      <span className="spoken">{t('loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={row} aria-busy className={styles.row} style={{ height }} />
      ))}
    </div>
  )
}
