import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Dialog } from '../../dialog.tsx'
import { Select } from '../../select.tsx'
import { validateField } from '../form/input-kind.ts'
import { bodyOf, type Values } from '../form/values.ts'
import { useLabels } from '../labels.ts'
import menu from '../menu.module.css'
import { type Field, fieldsOf } from '../resource.ts'
import styles from './dialogs.module.css'
import { changedOf, SkippedRows } from './skipped-rows.tsx'
import { type BulkDialogProps, useBulkPreview, useSubmitBulkJob } from './submit-job.ts'
import { ValueInput } from './value-input.tsx'

interface ChangeDialogProps extends BulkDialogProps {
  /** The field preselected, if any. */
  first: string | undefined
}

/** Asks which fields of the selected rows to change and to what value. */
export function ChangeDialog({ first, ...props }: ChangeDialogProps) {
  const { of, selecting, close } = props
  const { t } = useTranslation('bulk')
  const { t: tKit } = useTranslation(['kit', 'common'])
  const labels = useLabels(of.name)
  const form = useId()
  const fields = useMemo(() => fieldsOf(of.api.updateMany?.patch as never), [of])
  const all = [...fields.keys()]
  const [names, setNames] = useState<readonly string[]>([first ?? all.find(name => name !== 'status') ?? ''])
  const [values, setValues] = useState<Values>({})
  const [complaints, setComplaints] = useState<Record<string, string | undefined>>({})
  const { order, pending, refusal } = useSubmitBulkJob(of.api.updateMany, props)
  const { count } = selecting
  const spare = all.filter(name => !names.includes(name))
  const chosen = names.flatMap(name => fields.get(name) ?? [])
  const isComplete = chosen.every(
    ({ name, schema }) => name in values && (values[name] !== undefined || schema.safeParse(null).success),
  )
  const isValid = chosen.every(field => validate(field) === undefined)
  const preview = useBulkPreview({
    ...props,
    endpoint: of.api.updateMany,
    change: isComplete && isValid ? { patch: bodyOf(values, chosen) } : null,
  })
  const changed = changedOf(count, preview.data)

  function validate(field: Field) {
    const required = !field.schema.safeParse(null).success
    return validateField(field, values[field.name], { required, labels }, tKit)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const problems = chosen.map(field => [field.name, validate(field)] as const)
    setComplaints(Object.fromEntries(problems))
    if (problems.every(([, problem]) => problem === undefined)) order({ patch: bodyOf(values, chosen) })
  }

  return (
    <Dialog
      title={t('change.title', { what: labels.text('many') })}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{tKit('common:cancel')}</Button>
          <Button
            variant="main"
            type="submit"
            form={form}
            pending={pending}
            disabled={!isComplete || preview.isLoading || changed === 0}
          >
            {t('change.go', { count: changed })}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        {refusal && (
          <p className={styles.refusal} role="alert">
            {t('failed')}. {refusal}
          </p>
        )}
        <p className={styles.preview}>
          {changed === 0 ? t('preview.nothing') : t('change.preview', { count: changed })}
        </p>
        <div className={styles.fields}>
          {chosen.map(field => (
            <fieldset key={field.name} className={styles.field}>
              <div className={menu.caption}>
                <label htmlFor={`${form}-${field.name}`}>{t('change.field')}</label>
                <Select
                  id={`${form}-${field.name}`}
                  value={field.name}
                  options={[field.name, ...spare].map(name => ({ value: name, label: labels.field(name) }))}
                  onChange={chosen => setNames(names.map(name => (name === field.name ? chosen : name)))}
                />
              </div>
              {names.length > 1 && (
                <Button
                  variant="quiet"
                  icon={<DeleteOutlined />}
                  aria-label={t('change.drop', { field: labels.field(field.name) })}
                  onClick={() => setNames(names.filter(name => name !== field.name))}
                />
              )}
              <ValueInput
                field={field}
                labels={labels}
                value={values[field.name]}
                problem={complaints[field.name]}
                change={value => setValues({ ...values, [field.name]: value })}
              />
            </fieldset>
          ))}
          {spare.length > 0 && (
            <Button variant="quiet" onClick={() => setNames([...names, spare[0] as string])}>
              {t('change.add')}
            </Button>
          )}
        </div>
        <SkippedRows preview={preview} count={count} labels={labels} />
      </form>
    </Dialog>
  )
}
