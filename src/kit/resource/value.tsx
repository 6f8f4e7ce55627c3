import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format.ts'
import { unitNames, useLocaleFormats } from '../locale-formats.ts'
import type { Labels } from './labels.ts'
import { Reference } from './reference.tsx'
import { choicesOf, type Field, type Row } from './resource.ts'
import styles from './value.module.css'

interface ValueProps {
  field: Field
  value: unknown
  labels: Labels
  /** The record that it belongs to, if any. */
  row?: Row
}

/** A field's value, rendered by its view or its kind; a dash if empty. */
export function Value({ field, value, labels, row }: ValueProps): ReactNode {
  const format = useFormat()
  const wording = useLocaleFormats()
  const { t } = useTranslation('kit')
  if (value === null || value === undefined || value === '') {
    return <span className={styles.none}>{t('notThere')}</span>
  }
  const text = String(value)
  const label = labels.option(field.name, text)
  if (field.view.show) return field.view.show(value, label, row)
  if (field.reference) return <Reference resource={field.reference} id={text} />
  switch (field.kind) {
    case 'enum':
    case 'boolean':
      return label
    case 'number':
      return <Quantity field={field} value={value as number} />
    case 'instant':
      return <time dateTime={text}>{format.dateTime(text)}</time>
    case 'day':
      return <time dateTime={text}>{format.date(`${text}T12:00:00Z`)}</time>
    case 'id':
      return <span className={styles.id}>{text}</span>
    case 'list':
      return wording.list(
        (value as unknown[]).map(item =>
          choicesOf(field).length ? labels.option(field.name, String(item)) : String(item),
        ),
      )
    case 'object':
      return <code className={styles.code}>{JSON.stringify(value)}</code>
    default:
      // Isolated from the surrounding text direction, and not to be machine-translated.
      return <bdi translate="no">{text}</bdi>
  }
}

function Quantity({ field: { unit, view }, value }: { field: Field; value: number }) {
  const format = useFormat()
  const wording = useLocaleFormats()
  if (view.exact) return String(value)
  if (unit === 'percent') return format.percent(value)
  if (!unit) return format.number(value)
  return wording.quantity(value, unitNames[unit], unit === 'seconds' ? 'long' : 'short')
}
