import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { useFormat } from '../../format.ts'
import type { FieldConflict, Followed } from '../../merge.ts'
import { useIdentityName } from '../../presence/others.tsx'
import type { Labels } from '../labels.ts'
import type { Field } from '../resource.ts'
import { Value } from '../value.tsx'
import styles from './field-notice.module.css'
import type { Author } from './use-merge.ts'
import { parseInput } from './values.ts'

interface FieldNoticeProps {
  field: Field
  labels: Labels
  followed: Followed<Author> | undefined
  conflict: FieldConflict<Author> | undefined
  keep: () => void
  take: () => void
}

/** What someone else did to a field of an open form: their value and the choice, or the former value. */
export function FieldNotice({ field, labels, followed, conflict, keep, take }: FieldNoticeProps) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const nameOf = useIdentityName()
  const id = useId()
  const shown = conflict ?? followed
  if (!shown) return null
  const label = labels.field(field.name)
  const values = { name: nameOf(shown.by.who), time: format.time(shown.by.at) }
  const value = parseInput(field, conflict ? conflict.theirs : followed?.former)
  return (
    <span
      className={`${styles.notice} ${conflict ? styles.conflict : ''}`}
      role="status"
      data-conflict={conflict ? field.name : undefined}
    >
      <span id={id}>
        {conflict ? t('merge.conflict', values) : t('merge.followed', values)}{' '}
        <bdi className={styles.value}>
          {value === undefined ? t('merge.empty') : <Value field={field} value={value} labels={labels} />}
        </bdi>
      </span>
      {conflict && (
        <span className={styles.choice}>
          <Button
            onClick={keep}
            aria-label={`${label}: ${t('merge.keep')}`}
            aria-keyshortcuts="Alt+M"
            title="Alt+M"
          >
            {t('merge.keep')}
          </Button>
          <Button
            onClick={take}
            aria-label={`${label}: ${t('merge.take')}`}
            aria-keyshortcuts="Alt+T"
            title="Alt+T"
          >
            {t('merge.take')}
          </Button>
        </span>
      )}
    </span>
  )
}
