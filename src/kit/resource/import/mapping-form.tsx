import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Import, importedFields, imports } from '#contract/platform/imports.ts'
import { useCall } from '../../use-call.ts'
import { isRequired } from '../form/input-kind.ts'
import { useLabels } from '../labels.ts'
import menu from '../menu.module.css'
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

/** Maps fields to columns, with the first row's value as an example. */
export function MappingForm({ of, file, mapping, change }: MappingFormProps) {
  const { t } = useTranslation('kit')
  const labels = useLabels(of.name)
  const first = useCall(imports.rows, { params: { id: file.id }, query: { _start: 0, _end: 1 } })
  const cells = first.data?.rows[0]?.cells ?? []

  function choose(field: string, column: string) {
    const { [field]: _, ...others } = mapping
    change(column === '' ? others : { ...others, [field]: Number(column) })
  }

  return (
    <fieldset className={styles.mapping}>
      <legend className={styles.legend}>{t('import.mapping')}</legend>
      {fieldsToImport(of).map(({ name, required }) => {
        const column = mapping[name]
        const example = column === undefined ? '' : (cells[column] ?? '')
        return (
          <label key={name} className={styles.field}>
            <span>
              {labels.field(name)}
              {required && <span className={styles.quiet}> · {t('form.required')}</span>}
            </span>
            <select
              className={menu.input}
              value={column ?? ''}
              onChange={({ target }) => choose(name, target.value)}
              data-missing={(required && column === undefined) || undefined}
            >
              <option value="">{t('import.notInFile')}</option>
              {file.headings.map((heading, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, columns do not move
                <option key={index} value={index}>
                  {heading || t('import.column', { number: index + 1 })}
                </option>
              ))}
            </select>
            <span className={styles.example}>{example && t('import.example', { text: example })}</span>
          </label>
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
