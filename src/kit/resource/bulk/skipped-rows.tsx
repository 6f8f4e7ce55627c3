import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BulkPreview } from '#contract/kit/bulk.ts'
import { issueMessages, type Labels } from '../labels.ts'
import { shortId } from '../reference.tsx'
import styles from './dialogs.module.css'

/** Names shown for each reason. */
const maxNames = 3

/** The number of rows that a job would change; all of them where only some were tried. */
export const changedOf = (count: number, preview: BulkPreview | undefined) =>
  preview && preview.tried >= count ? count - preview.skipped : count

interface SkippedRowsProps {
  preview: UseQueryResult<BulkPreview>
  /** Number of selected rows. */
  count: number
  labels: Labels
}

/** Which rows would be skipped, by reason. */
export function SkippedRows({ preview: { data, isLoading, isError }, count, labels }: SkippedRowsProps) {
  const { t } = useTranslation('bulk')
  const { t: tKit } = useTranslation('kit')
  const why = ({ reason, refusals }: BulkPreview['rows'][number]) =>
    issueMessages(refusals, labels, tKit) ||
    t(reason === 'unchanged' ? 'preview.unchanged' : `report.reasons.${reason ?? 'refused'}`)
  const reasons = [...Map.groupBy(data?.rows ?? [], why)]
  const text = isLoading
    ? t('preview.checking')
    : isError
      ? t('preview.failed')
      : data && data.skipped > 0
        ? t(data.tried < count ? 'preview.skippedOfFirst' : 'preview.skipped', {
            count: data.skipped,
            tried: data.tried,
          })
        : data && data.tried < count
          ? t('preview.noneOfFirst', { count: data.tried })
          : ''
  return (
    <div className={styles.skipped} role="status" aria-busy={isLoading}>
      {text}
      {!isLoading && reasons.length > 0 && (
        <ul>
          {reasons.map(([reason, rows]) => (
            <li key={reason}>
              <strong>{reason}</strong>:{' '}
              {rows
                .slice(0, maxNames)
                .map(({ title, id }) => title ?? shortId(id))
                .join(', ')}
              {rows.length > maxNames && ` ${t('preview.more', { count: rows.length - maxNames })}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
