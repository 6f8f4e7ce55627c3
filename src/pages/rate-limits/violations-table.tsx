import { useTranslation } from 'react-i18next'
import type { RateLimitViolation } from '#contract/rate-limits.ts'
import { useFormat } from '#kit/format.ts'
import styles from './rate-limits.module.css'

const columns = ['timestamp', 'endpoint', 'ip_address', 'user_id', 'limit'] as const

/** The newest refused calls. */
export function ViolationsTable({ rows }: { rows: readonly RateLimitViolation[] }) {
  const { t } = useTranslation('rate-limits')
  const format = useFormat()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keyboard
    <section className={styles.scroller} tabIndex={0} aria-label={t('violations.title')}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(name => (
              <th key={name} scope="col">
                {t(`violations.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, timestamp, endpoint, ip_address, user_id, limit }) => (
            <tr key={id}>
              <td>
                <time dateTime={timestamp}>{format.dateTime(timestamp)}</time>
              </td>
              <td>
                <code dir="ltr">{endpoint}</code>
              </td>
              <td>{ip_address ?? '–'}</td>
              <td>{user_id ?? '–'}</td>
              <td>{format.number(limit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
