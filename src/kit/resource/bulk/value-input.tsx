import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Labels, useOptions } from '../labels.ts'
import menu from '../menu.module.css'
import { useReferenceSearch } from '../reference.tsx'
import type { Field } from '../resource.ts'
import styles from './dialogs.module.css'

interface ValueInputProps {
  field: Field
  labels: Labels
  value: unknown
  /** Validation error. */
  problem: string | undefined
  change: (value: unknown) => void
}

/** Input for the new value of a field. Uses native inputs, since a modal dialog makes antd's popups inert. */
export function ValueInput(given: ValueInputProps) {
  const { t } = useTranslation('bulk')
  const { field, labels, value, problem, change } = given
  const options = useOptions(field, labels)
  const id = useId()
  const error = `${id}-error`
  if (field.reference) return <ReferenceInput {...given} reference={field.reference} />
  const shared = {
    id,
    className: menu.input,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem && error,
  } as const
  const number = field.kind === 'number'
  return (
    <div className={menu.caption}>
      <label htmlFor={id}>{t('change.value')}</label>
      {options.length > 0 ? (
        <select
          {...shared}
          value={value === undefined ? '' : String(value)}
          onChange={({ target }) => change(typedChoice(field, target.value))}
        >
          <option value="" />
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type={number ? 'number' : field.kind === 'day' ? 'date' : 'text'}
          step="any"
          value={value === undefined ? '' : String(value)}
          onChange={({ target }) =>
            change(number && target.value !== '' ? Number(target.value) : target.value || undefined)
          }
        />
      )}
      {problem && (
        <span id={error} className={styles.error}>
          {problem}
        </span>
      )}
    </div>
  )
}

function typedChoice({ kind }: Field, text: string): unknown {
  if (text === '') return undefined
  return kind === 'boolean' ? text === 'true' : text
}

/** A record of another resource, found by name. */
function ReferenceInput({
  field,
  reference,
  labels,
  value,
  problem,
  change,
}: ValueInputProps & { reference: string }) {
  const { t } = useTranslation(['bulk', 'kit'])
  const [text, setText] = useState('')
  const { options, loading } = useReferenceSearch(reference, text)
  const group = useId()
  return (
    <div className={menu.caption} role="radiogroup" aria-label={labels.field(field.name)}>
      <input
        type="search"
        className={menu.input}
        aria-label={t('kit:filter.find')}
        placeholder={t('kit:filter.find')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.found} aria-busy={loading}>
        {options.map(option => (
          <label key={option.value} className={menu.option}>
            <input
              type="radio"
              name={group}
              checked={option.value === value}
              onChange={() => change(option.value)}
            />
            {option.label}
          </label>
        ))}
        {options.length === 0 && !loading && t('kit:filter.nothing')}
      </div>
      {problem && (
        <span className={styles.error} role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}
