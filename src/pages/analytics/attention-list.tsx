import RightOutlined from '@ant-design/icons/RightOutlined'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AttentionItem } from '#contract/alerts/attention.ts'
import { useFormat } from '#kit/format.ts'
import styles from './attention-list.module.css'

/** Attention items in the server's order; each links to its rows. */
export function AttentionList({ items }: { items: AttentionItem[] }) {
  const { t } = useTranslation('pages')
  const format = useFormat()
  return (
    <ul className={styles.list}>
      {items.map(({ kind, severity, count, since, path }) => (
        <li key={kind}>
          <Link to={path} className={styles.item} data-severity={severity}>
            <span className={`${styles.count} numbers`}>{format.number(count)}</span>
            <span className={styles.what}>
              <strong>{t(`attention.${kind}`, { count })}</strong>
              {since && <time dateTime={since}>{t('overview.since', { ago: format.ago(since) })}</time>}
            </span>
            <span className={styles.severity}>{t(`severity.${severity}`)}</span>
            <RightOutlined aria-hidden className={styles.chevron} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
