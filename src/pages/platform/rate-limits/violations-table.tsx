import { useTranslation } from 'react-i18next'
import type { RateLimitViolation } from '#contract/platform/rate-limits.ts'
import { useFormat } from '#kit/format.ts'
import tables from '#kit/table.module.css'
import { Table } from '#kit/table.tsx'

/** Most recent rate-limit violations. */
export function ViolationsTable({ rows }: { rows: readonly RateLimitViolation[] }) {
  const { t } = useTranslation('rate-limits')
  const format = useFormat()
  return (
    <Table
      label={t('violations.title')}
      heads={[
        t('violations.timestamp'),
        t('violations.endpoint'),
        t('violations.ip_address'),
        t('violations.user_id'),
        { number: t('violations.limit') },
      ]}
    >
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
          <td className={tables.number}>{format.number(limit)}</td>
        </tr>
      ))}
    </Table>
  )
}
