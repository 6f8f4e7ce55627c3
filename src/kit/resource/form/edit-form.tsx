import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../call.ts'
import { toast } from '../../toasts.ts'
import { useLabels } from '../labels.ts'
import { recordName } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import { type RequestError, useUpdateRow } from '../rows.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { removeDraft } from './drafts.ts'
import { formFieldsOf } from './input-kind.ts'
import { RecordForm, type SaveRecord } from './record-form.tsx'
import { useDraftId } from './use-draft.ts'
import {
  bodyOf,
  changedFields,
  type Difference,
  differencesOf,
  formValuesOf,
  type Side,
  type Values,
} from './values.ts'

/** An edit conflict: my values, the other version, and the differences. */
interface Conflict {
  mine: Values
  theirs: Row
  differences: readonly Difference[]
}

interface EditFormProps {
  of: Resource
  /** The record as loaded. */
  initial: Row
  cancel: ReactNode
  /** Called after saving. */
  done: () => Promise<void> | void
}

/** Edits a record and resolves conflicts with concurrent changes. */
export function EditForm({ of, initial, cancel, done }: EditFormProps) {
  const { t } = useTranslation('kit')
  const labels = useLabels(of.name)
  const { update, pending } = useUpdateRow(of)
  const fields = useMemo(() => formFieldsOf(of.api.update?.body, of), [of])
  // Refetches while someone types must not change the base that edits are compared with.
  const [base] = useState(initial)
  const first = useMemo(() => formValuesOf(base, fields), [base, fields])
  const [conflict, setConflict] = useState<Conflict>()
  const name = recordName(of, base)
  const draftId = useDraftId(of, base)

  /** Saves the values over a version of the record; shows the conflict if it is no longer the latest. */
  async function save(over: Row, values: Values, write: SaveRecord) {
    const changed = changedFields(formValuesOf(over, fields), values, fields)
    try {
      if (changed.length) await write(bodyOf(values, changed))
    } catch (error) {
      if ((error as RequestError).statusCode === 412 && of.api.show) {
        const theirs = (await call(of.api.show, { params: { id: over.id } })) as Row
        const differences = differencesOf(first, values, formValuesOf(theirs, fields), fields)
        setConflict({ mine: values, theirs, differences })
      }
      throw error
    }
    removeDraft(draftId)
    toast({ tone: 'good', text: t('form.saved', { name }) })
    await done()
  }

  async function resolveConflict({ mine, theirs }: Conflict, sides: Readonly<Record<string, Side>>) {
    const values = formValuesOf(theirs, fields)
    for (const [field, side] of Object.entries(sides)) if (side === 'mine') values[field] = mine[field]
    try {
      await save(theirs, values, body => update(theirs, body))
    } catch (error) {
      const { statusCode, message } = error as RequestError
      // Another conflict: the dialog then shows the newer version.
      if (statusCode === 412) return
      setConflict(undefined)
      toast({ tone: 'bad', text: t('form.failed'), detail: message })
    }
  }

  return (
    <>
      <RecordForm
        of={of}
        row={base}
        fields={fields}
        first={first}
        labels={labels}
        submit={t('save')}
        cancel={cancel}
        send={(values, write) => save(base, values, write)}
      />
      {conflict && (
        <ConflictDialog
          key={conflict.theirs.version}
          differences={conflict.differences}
          labels={labels}
          pending={pending}
          resolve={sides => void resolveConflict(conflict, sides)}
          close={() => setConflict(undefined)}
        />
      )}
    </>
  )
}
