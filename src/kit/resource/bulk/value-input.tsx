import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../date-input.tsx'
import { unitNames, useLocaleFormats } from '../../locale-formats.ts'
import { Select } from '../../select.tsx'
import { type Labels, useOptions } from '../labels.ts'
import menu from '../menu.module.css'
import { RecordDetails } from '../record-details.tsx'
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

/** Input for the new value of a field. */
export function ValueInput(props: ValueInputProps) {
  const { t } = useTranslation('bulk')
  const { field, labels, value, problem, change } = props
  const options = useOptions(field, labels)
  const wording = useLocaleFormats()
  const { unit } = field
  const id = useId()
  const error = `${id}-error`
  if (field.reference) return <ReferenceInput {...props} reference={field.reference} />
  const number = field.kind === 'number'
  return (
    <div className={menu.caption}>
      <label htmlFor={id}>
        {unit ? t('change.valueIn', { unit: wording.unit(unitNames[unit]) }) : t('change.value')}
      </label>
      {options.length > 0 ? (
        <Select
          id={id}
          value={value === undefined ? undefined : String(value)}
          options={options}
          isInvalid={problem !== undefined}
          describedBy={problem && error}
          onChange={chosen => change(field.kind === 'boolean' ? chosen === 'true' : chosen)}
        />
      ) : field.kind === 'day' ? (
        <DateInput
          id={id}
          kind="day"
          value={value === undefined ? '' : String(value)}
          isInvalid={problem !== undefined}
          describedBy={problem && error}
          onChange={day => change(day || undefined)}
        />
      ) : (
        <input
          id={id}
          className={menu.input}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && error}
          type={number ? 'number' : 'text'}
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
            <span>
              {option.label}
              <RecordDetails {...option} />
            </span>
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
