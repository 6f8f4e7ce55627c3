import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { FormDialog } from '../../dialog.tsx'
import { InputItem } from '../../form.tsx'
import { unitNames, useLocaleFormats } from '../../locale-formats.ts'
import { Select } from '../../select.tsx'
import { FieldInput } from '../form/field-input.tsx'
import { validateField } from '../form/input-kind.ts'
import { bodyOf, type Values } from '../form/values.ts'
import { type Labels, useLabels, useOptions } from '../labels.ts'
import menu from '../menu.module.css'
import { type Field, fieldsOf } from '../resource.ts'
import styles from './dialogs.module.css'
import { changedOf, SkippedRows } from './skipped-rows.tsx'
import { type BulkDialogProps, useBulkPreview, useSubmitBulkJob } from './submit-job.ts'

interface ChangeDialogProps extends BulkDialogProps {
  /** The field preselected, if any. */
  first: string | undefined
}

/** Asks which fields of the selected rows to change and to what value. */
export function ChangeDialog({ first, ...props }: ChangeDialogProps) {
  const { of, selecting, close } = props
  const { t } = useTranslation('bulk')
  const { t: tKit } = useTranslation('kit')
  const labels = useLabels(of.name)
  const { unit: unitName } = useLocaleFormats()
  const id = useId()
  const fields = useMemo(() => fieldsOf(of.api.updateMany?.patch as never), [of])
  const all = [...fields.keys()]
  const [names, setNames] = useState<readonly string[]>([first ?? all.find(name => name !== 'status') ?? ''])
  const [values, setValues] = useState<Values>({})
  const { order } = useSubmitBulkJob(of.api.updateMany, props)
  const { count } = selecting
  const spare = all.filter(name => !names.includes(name))
  const chosen = names.flatMap(name => fields.get(name) ?? [])
  const isRequired = (field: Field) => !field.schema.safeParse(null).success
  const validate = (field: Field, value: unknown) =>
    validateField(field, value, { required: isRequired(field), labels }, tKit)
  const isComplete = chosen.every(
    field => field.name in values && (values[field.name] !== undefined || !isRequired(field)),
  )
  const isValid = chosen.every(field => validate(field, values[field.name]) === undefined)
  const preview = useBulkPreview({
    ...props,
    endpoint: of.api.updateMany,
    change: isComplete && isValid ? { patch: bodyOf(values, chosen) } : null,
  })
  const changed = changedOf(count, preview.data)

  return (
    <FormDialog<Values>
      title={t('change.title', { what: labels.text('many') })}
      submitLabel={t('change.go', { count: changed })}
      failed={t('failed')}
      disabled={!isComplete || changed === 0}
      onChange={setValues}
      check={values =>
        Object.fromEntries(chosen.map(field => [field.name, validate(field, values[field.name])]))
      }
      send={values => order({ patch: bodyOf(values, chosen) })}
      onClose={close}
    >
      <p className={styles.preview}>
        {changed === 0 ? t('preview.nothing') : t('change.preview', { count: changed })}
      </p>
      <div className={styles.fields}>
        {chosen.map(field => (
          <fieldset key={field.name} className={styles.field}>
            <div className={menu.caption}>
              <label htmlFor={`${id}-${field.name}`}>{t('change.field')}</label>
              <Select
                id={`${id}-${field.name}`}
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
            <InputItem
              name={field.name}
              label={
                field.unit
                  ? t('change.valueIn', { unit: unitName(unitNames[field.unit]) })
                  : t('change.value')
              }
            >
              {field.kind === 'boolean' ? (
                <BooleanChoice field={field} labels={labels} />
              ) : (
                <FieldInput field={field} labels={labels} required={isRequired(field)} />
              )}
            </InputItem>
          </fieldset>
        ))}
        {spare.length > 0 && (
          <Button variant="quiet" onClick={() => setNames([...names, spare[0] as string])}>
            {t('change.add')}
          </Button>
        )}
      </div>
      <SkippedRows preview={preview} count={count} labels={labels} />
    </FormDialog>
  )
}

interface BooleanChoiceProps {
  field: Field
  labels: Labels
  /** Provided by the form. */
  id?: string
  value?: boolean
  onChange?: (value: boolean) => void
}

/** Yes or no, neither of them at first. */
function BooleanChoice({ field, labels, id, value, onChange }: BooleanChoiceProps) {
  const options = useOptions(field, labels)
  return (
    <Select
      {...(id && { id })}
      value={value === undefined ? undefined : String(value)}
      options={options}
      onChange={chosen => onChange?.(chosen === 'true')}
    />
  )
}
