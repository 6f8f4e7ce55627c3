import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { TermIssue } from '#contract/localisation/term-rules.ts'
import {
  columnsOf,
  type Fault,
  type FormName,
  maxComfortableColumns,
} from '#contract/localisation/text-rules.ts'
import { useFormat } from '../format.ts'
import { samplesOf } from './plural-samples.ts'
import styles from './text-editor.module.css'

interface FormFieldProps {
  language: string
  form: FormName
  /** The source form being translated. */
  model: string
  value: string
  /** Maximum columns, or null. */
  columns: number | null
  faults: readonly Fault[]
  /** Departures from the glossary. */
  termIssues: readonly TermIssue[]
  readOnly: boolean
  onChange: (value: string) => void
  /** Called with the input that placeholders are inserted into. */
  onFocus: (input: HTMLTextAreaElement) => void
}

/** One plural form of a text: input, issues, length and preview. */
export function FormField(props: FormFieldProps) {
  const { language, form, model, value, columns, faults, termIssues, readOnly, onChange, onFocus } = props
  const { t } = useTranslation('translations')
  const format = useFormat()
  const id = useId()
  const samples = form === 'text' ? [] : samplesOf(language, form)
  const errors = faults.filter(({ level }) => level === 'error')
  const [first] = samples
  const preview =
    first !== undefined && value.replaceAll(/\{\{\s*count\b[^}]*\}\}/g, first.toLocaleString(language))
  return (
    <div className={styles.form}>
      <label htmlFor={id}>
        {form === 'text' ? t('editor.translation') : t(`editor.form.${form}`)}
        {samples.length > 0 && (
          <span className={styles.samples}>
            {t('editor.samples', { numbers: samples.map(format.number).join(' · ') })}
          </span>
        )}
      </label>
      <textarea
        id={id}
        name={form}
        lang={language}
        dir="auto"
        rows={Math.min(6, Math.max(2, Math.ceil(value.length / 48)))}
        maxLength={4_000}
        value={value}
        readOnly={readOnly}
        aria-invalid={errors.length > 0}
        aria-describedby={`${id}-remarks`}
        onChange={event => onChange(event.target.value)}
        onFocus={event => onFocus(event.currentTarget)}
      />
      <div id={`${id}-remarks`} className={styles.remarks}>
        <p className={styles.length}>
          {columns === null
            ? t('editor.length', { used: columnsOf(value), good: maxComfortableColumns(model) })
            : t('editor.room', { used: columnsOf(value), room: columns })}
        </p>
        {preview !== false && preview !== value && (
          <p lang={language} dir="auto">
            {t('editor.preview', { text: preview })}
          </p>
        )}
        {faults.map(({ rule, level, subject }) => (
          <p key={`${rule} ${subject}`} className={styles[level]}>
            {t(`faults.${rule}`, { subject })}
          </p>
        ))}
        {termIssues.map(({ rule, term, subject }) => (
          <p key={`${rule} ${term.term} ${subject}`} className={styles.warning}>
            {t(`terms.${rule}`, { term: term.term, translation: subject })}
          </p>
        ))}
      </div>
    </div>
  )
}
