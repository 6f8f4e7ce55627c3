import { startTransition, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filter, ListOfField } from '../filter.ts'
import type { Labels } from '../labels.ts'
import styles from '../menu.module.css'
import type { Field } from '../resource.ts'
import { FilterEditor } from './filter-editor.tsx'

interface FilterMenuProps {
  fields: readonly Field[]
  filters: Readonly<Record<string, Filter>>
  labels: Labels
  /** The list, to count the rows of each choice. */
  list?: Omit<ListOfField, 'field'>
  /** The field to start with, if known. */
  first?: Field | undefined
  choose: (field: Field, to: Filter | undefined) => void
}

/** Menu: choose a field, then its filter. */
export function FilterMenu({ fields, filters, list, first, labels, choose }: FilterMenuProps) {
  const { t } = useTranslation('kit')
  const [field, setField] = useState(first)
  const menu = useRef<HTMLUListElement>(null)
  useEffect(() => menu.current?.querySelector('button')?.focus({ preventScroll: true }), [])
  if (field) {
    return (
      <FilterEditor
        field={field}
        filter={filters[field.name]}
        labels={labels}
        {...(list && { list })}
        apply={to => choose(field, to)}
      />
    )
  }
  return (
    <>
      <div className={styles.heading}>{t('filter.by')}</div>
      <ul ref={menu} className={styles.options}>
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
