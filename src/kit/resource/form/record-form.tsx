import { useForm } from '@refinedev/antd'
import { Form } from 'antd'
import { type KeyboardEvent, type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Antd } from '../../antd/provider.tsx'
import { Button } from '../../button.tsx'
import { call } from '../../call.ts'
import { Callout } from '../../callout.tsx'
import { FieldEditors } from '../../presence/others.tsx'
import { useOpenRecord, useOthers } from '../../presence/presence.ts'
import { Skeleton } from '../../skeleton.tsx'
import type { Labels } from '../labels.ts'
import type { Field, Resource, Row } from '../resource.ts'
import { type RequestError, useUpdateRow } from '../rows.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { FieldItem } from './field-item.tsx'
import { FieldNotice } from './field-notice.tsx'
import { isRequired } from './input-kind.ts'
import { LeaveDialog } from './leave-guard.tsx'
import styles from './record-form.module.css'
import { type RestoredDraft, useDraftId, useKeepDraft, useRestoredDraft } from './use-draft.ts'
import { useMerge } from './use-merge.ts'
import { changedFields, type Difference, isSame, parseInput, type Side, type Values } from './values.ts'

/** Attempts to save a record that others save at the same time. */
const maxAttempts = 4

/** Creates the record, or updates it if it is still at the loaded version. */
export type SaveRecord = (body: Values) => Promise<Row>

interface RecordFormProps {
  of: Resource
  /** The record being edited, as last loaded; undefined when creating. */
  row?: Row
  /** Whether that record can no longer be saved. */
  isGone?: boolean
  fields: ReadonlyMap<string, Field>
  /** Initial values; those of the latest version when editing. */
  first: Values
  labels: Labels
  submit: string
  cancel: ReactNode
  /** Additional choice before submitting. */
  choice?: ReactNode
  /**
   * Saves the values with `write`, then continues.
   * @param base the values of the version that is saved over
   * @throws when the server refuses
   */
  send: (values: Values, write: SaveRecord, base: Values) => Promise<void>
}

/**
 * A form generated from the fields of a request body, validated by its schema. Unsaved changes are kept in the browser
 * and restored when the form is opened again.
 */
export function RecordForm(props: RecordFormProps) {
  const { of, row, fields, first } = props
  const id = useDraftId(of, row)
  const restored = useRestoredDraft({ id, fields, first })
  if (restored === undefined) return <Skeleton rows={6} />
  return <OpenForm {...props} draftId={id} restored={restored} />
}

interface OpenFormProps extends RecordFormProps {
  draftId: string
  restored: RestoredDraft | null
}

function OpenForm({
  draftId,
  restored,
  of,
  row,
  isGone = false,
  fields,
  first,
  labels,
  submit,
  cancel,
  choice,
  send,
}: OpenFormProps) {
  const { t } = useTranslation('kit')
  const {
    form,
    formProps,
    formLoading: isCreating,
    onFinish,
  } = useForm<Row, RequestError, Values>({
    resource: of.name,
    action: row ? 'edit' : 'create',
    redirect: false,
    successNotification: false,
    errorNotification: false,
    // Otherwise Refine would overwrite the form on every refetch.
    queryOptions: { enabled: false },
    queryMeta: { form: true },
    ...(row && { id: row.id }),
  })
  const { update } = useUpdateRow(of)
  const [isSaving, setSaving] = useState(false)
  const pending = isCreating || isSaving
  const [failed, setFailed] = useState<string>()
  const [shownDraft, setShownDraft] = useState(restored)
  const [asked, setAsked] = useState<readonly Difference[]>()
  const merging = useMerge({ resource: of.name, form, fields, row, first, restored })
  const { base, followed, conflicts } = merging.merge
  const draft = useKeepDraft({ id: draftId, fields, first: merging.draftBase })
  const isUnsaved = useCallback(
    () => changedFields(base, form.getFieldsValue(true), fields).length > 0,
    [base, form, fields],
  )
  const [focused, setFocused] = useState<string>()
  useOpenRecord(of.name, row?.id ?? '', row !== undefined, focused)
  const others = useOthers(of.name, row?.id ?? '')
  const isShared = (name: string) =>
    followed.has(name) || conflicts.has(name) || others.people.some(({ fields }) => fields.includes(name))
  const lead = (name: string) => form.scrollToField(name, { block: 'center', focus: true })

  /** Conflicts without a choice that still differ from what is typed. */
  function unresolved(): Difference[] {
    const values: Values = form.getFieldsValue(true)
    return [...merging.latest().merge.conflicts].flatMap(([name, { theirs: their }]) => {
      const field = fields.get(name) as Field
      const [mine, theirs] = [values[name], their].map(value => parseInput(field, value))
      return isSame(mine, theirs) ? [] : [{ field, mine, theirs }]
    })
  }

  /** Saves over the latest version; a newer one is merged first, and saved over if both sides agree. */
  async function save() {
    for (let attempt = 1; ; attempt += 1) {
      const open = unresolved()
      if (open.length > 0) return setAsked(open)
      const { merge, row: latest } = merging.latest()
      const write: SaveRecord = latest
        ? body => update(latest, body)
        : async body => (await onFinish(body))?.data as Row
      try {
        await send(form.getFieldsValue(true), write, merge.base)
        return draft.remove()
      } catch (error) {
        const isStale = (error as RequestError).statusCode === 412 && attempt < maxAttempts
        if (!isStale || !latest || !of.api.show) throw error
        merging.follow((await call(of.api.show, { params: { id: latest.id } })) as Row)
      }
    }
  }

  async function finish() {
    if (pending) return
    setFailed(undefined)
    setSaving(true)
    try {
      await save()
    } catch (error) {
      const { message, errors = {} } = error as RequestError
      const refused = [...fields.keys()].filter(name => errors[name])
      for (const name of refused) form.setFields([{ name, errors: [errors[name]].flat().map(String) }])
      setFailed(refused.length ? t('form.check') : message || t('form.failed'))
      if (refused[0]) lead(refused[0])
    } finally {
      setSaving(false)
    }
  }

  function resolve(sides: Readonly<Record<string, Side>>) {
    for (const [name, side] of Object.entries(sides))
      if (side === 'mine') merging.keepMine(name)
      else merging.takeTheirs(name)
    setAsked(undefined)
    form.submit()
  }

  /** By `code`, because macOS types another letter with Option. */
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return form.submit()
    if (!event.altKey || event.ctrlKey || event.metaKey || !['KeyM', 'KeyT'].includes(event.code)) return
    const name = focused && conflicts.has(focused) ? focused : [...conflicts.keys()][0]
    if (!name) return
    event.preventDefault()
    if (event.code === 'KeyM') merging.keepMine(name)
    else merging.takeTheirs(name)
    form.focusField(name)
  }

  return (
    <Antd>
      <Form
        {...formProps}
        layout="vertical"
        className={styles.form ?? ''}
        initialValues={{ ...first, ...restored?.values }}
        onValuesChange={() => draft.keep(form.getFieldsValue(true))}
        validateTrigger={['onBlur']}
        onFinish={() => void finish()}
        onFinishFailed={({ errorFields: [wrong] }) => {
          setFailed(t('form.check'))
          if (wrong) lead(String(wrong.name[0]))
        }}
        onKeyDown={handleKey}
        onFocus={event => setFocused(fieldAt(event.target, fields))}
        onBlur={event => {
          if (!event.currentTarget.contains(event.relatedTarget)) setFocused(undefined)
        }}
      >
        <LeaveDialog isUnsaved={isUnsaved} onDiscard={draft.remove} />
        {shownDraft && (
          <DraftNotice
            draft={shownDraft}
            labels={labels}
            onDiscard={() => {
              form.setFieldsValue(base as never)
              merging.discard()
              setShownDraft(null)
              draft.remove()
            }}
          />
        )}
        {isGone && (
          <div className={styles.draft}>
            <Callout tone="bad" role="alert">
              {t('merge.gone')}
            </Callout>
          </div>
        )}
        {failed && (
          <p className={styles.failed} role="alert">
            {failed}
          </p>
        )}
        <div className={styles.fields}>
          {[...fields.values()].map(field => (
            <FieldItem
              key={field.name}
              field={field}
              labels={labels}
              required={isRequired(field, row ? 'old' : 'new', row?.[field.name])}
              row={row}
            >
              {isShared(field.name) && (
                <>
                  <FieldEditors others={others} field={field.name} />
                  <FieldNotice
                    field={field}
                    labels={labels}
                    followed={followed.get(field.name)}
                    conflict={conflicts.get(field.name)}
                    keep={() => merging.keepMine(field.name)}
                    take={() => merging.takeTheirs(field.name)}
                  />
                </>
              )}
            </FieldItem>
          ))}
        </div>
        {of.preview && <FormPreview preview={of.preview} row={row} />}
        <div className={styles.foot}>
          <span className={styles.hint}>{t('form.hint')}</span>
          {choice}
          {cancel}
          <Button variant="main" type="submit" pending={pending}>
            {submit}
          </Button>
        </div>
      </Form>
      {asked && (
        <ConflictDialog
          differences={asked}
          labels={labels}
          resolve={resolve}
          close={() => setAsked(undefined)}
        />
      )}
    </Antd>
  )
}

/** The field of a form that contains an element. */
function fieldAt(element: Element, fields: ReadonlyMap<string, Field>): string | undefined {
  const name = element.closest('[data-field]')?.getAttribute('data-field') ?? ''
  return fields.has(name) ? name : undefined
}

interface FormPreviewProps {
  preview: NonNullable<Resource['preview']>
  row: Row | undefined
}

/** Preview of the values being edited. */
function FormPreview({ preview: Preview, row }: FormPreviewProps) {
  const values = Form.useWatch<Values>([]) ?? {}
  return (
    <div className={styles.preview}>
      <Preview values={values} saved={false} {...(row && { row })} />
    </div>
  )
}
