import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../toasts.ts'
import { useLabels } from '../labels.ts'
import { recordName } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import { formFieldsOf } from './input-kind.ts'
import { RecordForm } from './record-form.tsx'
import { bodyOf, changedFields, formValuesOf } from './values.ts'

interface EditFormProps {
  of: Resource
  /** The record as last loaded. */
  row: Row
  /** Whether it can no longer be read: it was deleted, or the permission is lost. */
  isGone: boolean
  cancel: ReactNode
  /** Called after saving. */
  done: () => Promise<void> | void
}

/** Edits a record. Concurrent changes are merged field by field. */
export function EditForm({ of, row, isGone, cancel, done }: EditFormProps) {
  const { t } = useTranslation('kit')
  const labels = useLabels(of.name)
  const fields = useMemo(() => formFieldsOf(of.api.update?.body, of), [of])
  const first = useMemo(() => formValuesOf(row, fields), [row, fields])
  return (
    <RecordForm
      of={of}
      row={row}
      isGone={isGone}
      fields={fields}
      first={first}
      labels={labels}
      submit={t('save')}
      cancel={cancel}
      send={async (values, write, base) => {
        const changed = changedFields(base, values, fields)
        if (changed.length) await write(bodyOf(values, changed))
        toast({ tone: 'good', text: t('form.saved', { name: recordName(of, row) }) })
        await done()
      }}
    />
  )
}
