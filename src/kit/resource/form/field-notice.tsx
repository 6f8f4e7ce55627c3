import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format.ts'
import type { FieldConflict, Followed } from '../../merge.ts'
import { MergeNotice } from '../../merge-notice.tsx'
import { useIdentityName } from '../../presence/others.tsx'
import type { Labels } from '../labels.ts'
import type { Field } from '../resource.ts'
import { Value } from '../value.tsx'
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
  const shown = conflict ?? followed
  if (!shown) return null
  const values = { name: nameOf(shown.by.who), time: format.time(shown.by.at) }
  const value = parseInput(field, conflict ? conflict.theirs : followed?.former)
  return (
    <MergeNotice
      label={labels.field(field.name)}
      value={value === undefined ? t('merge.empty') : <Value field={field} value={value} labels={labels} />}
      choice={conflict && { keep, take }}
      hasKeys
      name={field.name}
    >
      {conflict ? t('merge.conflict', values) : t('merge.followed', values)}
    </MergeNotice>
  )
}
