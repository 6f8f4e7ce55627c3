import { useForm } from '@refinedev/antd'
import { Form } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Antd } from '../../antd/provider.tsx'
import { Button } from '../../button.tsx'
import { Callout } from '../../callout.tsx'
import { useFormat } from '../../format.ts'
import { useLocaleFormats } from '../../locale-formats.ts'
import { Skeleton } from '../../skeleton.tsx'
import type { Labels } from '../labels.ts'
import type { Field, Resource, Row } from '../resource.ts'
import type { RequestError } from '../rows.ts'
import { FieldInput } from './field-input.tsx'
import { inputKindOf, isRequired, validateField } from './input-kind.ts'
import { LeaveDialog } from './leave-guard.tsx'
import styles from './record-form.module.css'
import { type RestoredDraft, useDraftId, useKeepDraft, useRestoredDraft } from './use-draft.ts'
import { changedFields, type Values } from './values.ts'

/** Creates the record, or updates it if it is still at the loaded version. */
export type SaveRecord = (body: Values) => Promise<Row>

interface RecordFormProps {
  of: Resource
  /** The record being edited; undefined when creating. */
  row?: Row
  fields: ReadonlyMap<string, Field>
  /** Initial values, against which unsaved changes are measured. */
  first: Values
  labels: Labels
  submit: string
  cancel: ReactNode
  /** Additional choice before submitting. */
  choice?: ReactNode
  /**
   * Saves the values with `write`, then continues.
   * @throws when the server refuses
   */
  send: (values: Values, write: SaveRecord) => Promise<void>
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
    formLoading: pending,
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
    ...(row && { id: row.id, mutationMeta: { version: row.version } }),
  })
  const [failed, setFailed] = useState<string>()
  const [shownDraft, setShownDraft] = useState(restored)
  const draft = useKeepDraft({ id: draftId, fields, first })
  const isUnsaved = useCallback(
    () => changedFields(first, form.getFieldsValue(true), fields).length > 0,
    [first, form, fields],
  )
  const lead = (name: string) => form.scrollToField(name, { block: 'center', focus: true })

  async function finish() {
    if (pending) return
    setFailed(undefined)
    try {
      await send(form.getFieldsValue(true), async body => (await onFinish(body))?.data as Row)
      draft.remove()
    } catch (error) {
      const { message, errors = {} } = error as RequestError
      const refused = [...fields.keys()].filter(name => errors[name])
      setFailed(refused.length ? t('form.check') : message || t('form.failed'))
      if (refused[0]) lead(refused[0])
    }
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
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
        }}
      >
        <LeaveDialog isUnsaved={isUnsaved} onDiscard={draft.remove} />
        {shownDraft && (
          <DraftNotice
            draft={shownDraft}
            labels={labels}
            onDiscard={() => {
              form.setFieldsValue(first as never)
              setShownDraft(null)
              draft.remove()
            }}
          />
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
            />
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
    </Antd>
  )
}

interface DraftNoticeProps {
  draft: RestoredDraft
  labels: Labels
  onDiscard: () => void
}

/** Says that unsaved changes were restored, and which of them someone else has changed since. */
function DraftNotice({ draft: { at, changedSince }, labels, onDiscard }: DraftNoticeProps) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const { list } = useLocaleFormats()
  return (
    <div className={styles.draft}>
      <Callout tone={changedSince.length > 0 ? 'warn' : 'info'} role="status">
        <p>{t('form.restored', { time: format.dateTime(at) })}</p>
        {changedSince.length > 0 && (
          <p>
            {t('form.changedSince', { fields: list(changedSince.map(({ name }) => labels.field(name))) })}
          </p>
        )}
      </Callout>
      <Button onClick={onDiscard}>{t('form.discard')}</Button>
    </div>
  )
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

interface FieldItemProps {
  field: Field
  labels: Labels
  required: boolean
  row: Row | undefined
}

const isWide = (field: Field) => ['textarea', 'custom'].includes(inputKindOf(field) ?? '')

function FieldItem({ field, labels, required, row }: FieldItemProps) {
  const { t } = useTranslation('kit')
  const label = labels.field(field.name)
  return (
    <Form.Item
      name={field.name}
      label={label}
      required={required}
      extra={labels.hint(field.name) || undefined}
      className={isWide(field) ? (styles.wide ?? '') : ''}
      rules={[
        {
          validator: async (_, value) => {
            const problem = validateField(field, value, { required, labels }, t)
            if (problem) throw new Error(problem)
          },
        },
      ]}
    >
      <FieldInput field={field} labels={labels} required={required} row={row} />
    </Form.Item>
  )
}
