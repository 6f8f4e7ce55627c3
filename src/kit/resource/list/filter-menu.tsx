import { startTransition, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filter } from '../filter.ts'
import type { Labels } from '../labels.ts'
import styles from '../menu.module.css'
import type { Field } from '../resource.ts'
import { FilterEditor } from './filter-editor.tsx'

interface FilterMenuProps {
  fields: readonly Field[]
  filters: Readonly<Record<string, Filter>>
  labels: Labels
  /** The field to start with, if known. */
  first?: Field | undefined
  choose: (field: Field, to: Filter | undefined) => void
}

/** Menu: choose a field, then its filter. */
export function FilterMenu({ fields, filters, first, labels, choose }: FilterMenuProps) {
  const { t } = useTranslation('kit')
  const [field, setField] = useState(first)
  if (field) {
    return (
      <FilterEditor
        field={field}
        filter={filters[field.name]}
        labels={labels}
        apply={to => choose(field, to)}
      />
    )
  }
  return (
    <>
      <div className={styles.heading}>{t('filter.by')}</div>
      <ul className={styles.options}>
        {fields.map(field => (
          <li key={field.name}>
            <button
              type="button"
              className={styles.option}
              onClick={() => startTransition(() => setField(field))}
            >
              {labels.field(field.name)}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
