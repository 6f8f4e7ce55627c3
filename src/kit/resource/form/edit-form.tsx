import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../call.ts'
import { say } from '../../toasts.ts'
import { useLabels } from '../labels.ts'
import { nameIn } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import { type Failure, useUpdateRow } from '../rows.ts'
import { type Difference, differencesOf, type Side } from './conflict.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { formFieldsOf } from './form-fields.ts'
import { RecordForm, type Write } from './record-form.tsx'
import { bodyOf, changedFields, formValuesOf, type Values } from './values.ts'

/** Two people changed the record: what I typed, what the other left, and where they differ. */
interface Conflict {
  mine: Values
  theirs: Row
  differences: readonly Difference[]
}

interface EditFormProps {
  of: Resource
  /** The record as it was read. */
  read: Row
  cancel: ReactNode
  /** Goes on once all is saved. */
  done: () => Promise<void> | void
}

/** Changes a record, and settles it with whoever else changed it meanwhile. */
export function EditForm({ of, read, cancel, done }: EditFormProps) {
  const { t } = useTranslation('kit')
  const labels = useLabels(of.name)
  const { update, pending } = useUpdateRow(of)
  const fields = useMemo(() => formFieldsOf(of.api.update?.body, of), [of])
  // What is read anew while someone types must not change what their changes are measured against.
  const [base] = useState(read)
  const first = useMemo(() => formValuesOf(base, fields), [base, fields])
  const [conflict, setConflict] = useState<Conflict>()
  const name = nameIn(of, base)

  /** Saves the values over a version of the record, and shows both versions if that is no longer the latest one. */
  async function save(over: Row, values: Values, write: Write) {
    const changed = changedFields(formValuesOf(over, fields), values, fields)
    try {
      if (changed.length) await write(bodyOf(values, changed))
    } catch (error) {
      if ((error as Failure).statusCode === 412 && of.api.show) {
        const theirs = (await call(of.api.show, { params: { id: over.id } })) as Row
        const differences = differencesOf(first, values, formValuesOf(theirs, fields), fields)
        setConflict({ mine: values, theirs, differences })
      }
      throw error
    }
    say({ tone: 'good', text: t('form.saved', { name }) })
    await done()
  }

  async function settle({ mine, theirs }: Conflict, sides: Readonly<Record<string, Side>>) {
    const values = formValuesOf(theirs, fields)
    for (const [field, side] of Object.entries(sides)) if (side === 'mine') values[field] = mine[field]
    try {
      await save(theirs, values, body => update(theirs, body))
    } catch (error) {
      const { statusCode, message } = error as Failure
      // Once more someone was faster: the dialog then shows their version.
      if (statusCode === 412) return
      setConflict(undefined)
      say({ tone: 'bad', text: t('form.failed'), detail: message })
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
          settle={sides => void settle(conflict, sides)}
          close={() => setConflict(undefined)}
        />
      )}
    </>
  )
}
