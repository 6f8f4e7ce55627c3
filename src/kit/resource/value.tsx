import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format.ts'
import { unitNames, useLocaleFormats } from '../locale-formats.ts'
import type { Labels } from './labels.ts'
import { isUnknown } from './past/as-of.ts'
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

/** A field's value, rendered by its view or its kind; a dash if empty. Calls no hooks: most cells are plain text. */
export function Value({ field, value, labels, row }: ValueProps): ReactNode {
  if (isUnknown(row, field.name)) return <None of="past.unknown" />
  if (value === null || value === undefined || value === '') return <None of="none" />
  const text = String(value)
  // Instants have no labels, and would fill the memory of labels.
  const label = field.kind === 'instant' ? text : labels.option(field.name, text)
  if (field.view.show) return field.view.show(value, label, row)
  if (field.reference) return <Reference resource={field.reference} id={text} />
  switch (field.kind) {
    case 'enum':
    case 'boolean':
      return labels.option(field.name, text)
    case 'number':
      return <Quantity field={field} value={value as number} />
    case 'instant':
    case 'day':
      return <Time kind={field.kind} text={text} />
    case 'id':
      return <span className={styles.id}>{text}</span>
    case 'list':
      return <List field={field} items={value as unknown[]} labels={labels} />
    case 'object':
      return <code className={styles.code}>{JSON.stringify(value)}</code>
    default:
      // Isolated from the surrounding text direction, and not to be machine-translated.
      return <bdi translate="no">{text}</bdi>
  }
}

function None({ of }: { of: 'none' | 'past.unknown' }) {
  const { t } = useTranslation('kit')
  return <span className={styles.none}>{t(of)}</span>
}

function Time({ kind, text }: { kind: 'instant' | 'day'; text: string }) {
  const format = useFormat()
  return (
    <time dateTime={text}>
      {kind === 'instant' ? format.dateTime(text) : format.date(`${text}T12:00:00Z`)}
    </time>
  )
}

function List({ field, items, labels }: { field: Field; items: readonly unknown[]; labels: Labels }) {
  const { list } = useLocaleFormats()
  const isChosen = choicesOf(field).length > 0
  return list(items.map(item => (isChosen ? labels.option(field.name, String(item)) : String(item))))
}

function Quantity({ field: { unit, view }, value }: { field: Field; value: number }) {
  const format = useFormat()
  const wording = useLocaleFormats()
  if (view.exact) return String(value)
  if (unit === 'percent') return format.percent(value)
  if (!unit) return format.number(value)
  if (unit === 'seconds') return wording.duration(value)
  return wording.quantity(value, unitNames[unit])
}
