import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Import, importedFields, imports } from '#contract/platform/imports.ts'
import { Select } from '../../select.tsx'
import { useCall } from '../../use-call.ts'
import { isRequired } from '../form/input-kind.ts'
import { useLabels } from '../labels.ts'
import { type Field, fieldsOf, type Resource } from '../resource.ts'
import styles from './import.module.css'

/** Column index, from 0, of each mapped field. */
export type Mapping = Import['mapping']

interface MappingFormProps {
  of: Resource
  file: Import
  mapping: Mapping
  change: (mapping: Mapping) => void
}

/** The choice of no column. */
const notInFile = -1

/** Maps fields to columns, with the first row's value as an example. */
export function MappingForm({ of, file, mapping, change }: MappingFormProps) {
  const { t } = useTranslation('kit')
  const labels = useLabels(of.name)
  const id = useId()
  const first = useCall(imports.rows, { params: { id: file.id }, query: { _start: 0, _end: 1 } })
  const cells = first.data?.rows[0]?.cells ?? []

  function choose(field: string, column: number) {
    const { [field]: _, ...others } = mapping
    change(column === notInFile ? others : { ...others, [field]: column })
  }

  return (
    <fieldset className={styles.mapping}>
      <legend className={styles.legend}>{t('import.mapping')}</legend>
      {fieldsToImport(of).map(({ name, required }) => {
        const column = mapping[name]
        const example = column === undefined ? '' : (cells[column] ?? '')
        return (
          <div key={name} className={styles.field}>
            <label htmlFor={`${id}-${name}`}>
              {labels.field(name)}
              {required && <span className={styles.quiet}> · {t('form.required')}</span>}
            </label>
            <Select
              id={`${id}-${name}`}
              value={column ?? notInFile}
              options={[
                { value: notInFile, label: t('import.notInFile') },
                ...file.headings.map((heading, index) => ({
                  value: index,
                  label: heading || t('import.column', { number: index + 1 }),
                })),
              ]}
              isInvalid={required && column === undefined}
              onChange={column => choose(name, column)}
            />
            <span className={styles.example}>{example && t('import.example', { text: example })}</span>
          </div>
        )
      })}
    </fieldset>
  )
}

/** Importable fields, in the order of the create form. */
export function fieldsToImport({ api }: Resource): (Field & { required: boolean })[] {
  if (!api.create) return []
  const fields = fieldsOf(api.create.body as z.ZodObject)
  return importedFields(api.create.body).flatMap(([name]) => {
    const field = fields.get(name)
    return field ? [{ ...field, required: isRequired(field, 'new') }] : []
  })
}
