import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { UndoPreview } from '#contract/kit/undo.ts'
import { isolated, useFormat } from '../format.ts'
import { useLocaleFormats } from '../locale-formats.ts'
import { headOf } from '../registry.ts'
import { issueMessages, type Labels } from '../resource/labels.ts'
import { shortId } from '../resource/reference.tsx'
import styles from './undo.module.css'

type LeftRow = UndoPreview['rows'][number]

interface LeftRowsProps {
  preview: UndoPreview
  labels: Labels
}

/** Lists the records that an undo does not change, grouped by reason, with each later change, its author and its time. */
export function LeftRows({ preview: { resource, rows, left }, labels }: LeftRowsProps) {
  const { t } = useTranslation('bulk')
  const { t: tKit } = useTranslation('kit')
  const format = useFormat()
  const { list } = useLocaleFormats()
  const path = headOf(resource)?.path
  const nameOf = ({ id, title }: LeftRow) => title ?? shortId(id)
  const changeOf = ({ field, at, by_email: who }: LeftRow['changes'][number]) => {
    const what = field === null ? t('undo.presence') : labels.field(field)
    if (at === null) return t('undo.changedUnlogged', { what })
    const time = isolated(format.dateTime(at))
    return who ? t('undo.changedBy', { what, who: isolated(who), time }) : t('undo.changedAt', { what, time })
  }
  const reasonText = (reason: LeftRow['reason']) => {
    if (reason === 'unchanged') return t('preview.unchanged')
    return reason === 'changed' ? t('undo.changed') : t(`report.reasons.${reason}`)
  }
  return (
    <dl className={styles.left}>
      {[...Map.groupBy(rows, ({ reason }) => reason)].map(([reason, found]) => (
        <div key={reason}>
          <dt>
            {reasonText(reason)} ({format.number(left[reason])})
          </dt>
          {found.map(row => {
            const why = issueMessages(row.refusals, labels, tKit) || list(row.changes.map(changeOf))
            return (
              <dd key={row.id}>
                {path && reason !== 'gone' ? (
                  <Link to={`${path}/${row.id}`}>
                    <bdi>{nameOf(row)}</bdi>
                  </Link>
                ) : (
                  <bdi>{nameOf(row)}</bdi>
                )}
                {why && `: ${why}`}
              </dd>
            )
          })}
        </div>
      ))}
    </dl>
  )
}
