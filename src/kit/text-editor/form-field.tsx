import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf, type Fault, type FormName, maxComfortableColumns } from '#contract/localisation/text-rules.ts'
import { useFormat } from '../format.ts'
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
  readOnly: boolean
  onChange: (value: string) => void
  /** Called with the input that placeholders are inserted into. */
  onFocus: (input: HTMLTextAreaElement) => void
}

/** One plural form of a text: input, issues, length and preview. */
export function FormField(props: FormFieldProps) {
  const { language, form, model, value, columns, faults, readOnly, onChange, onFocus } = props
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
      </div>
    </div>
  )
}

/** Covers every plural category of the supported languages. */
const numbers = [...Array(111).keys(), 1_000, 1_000_000]

/** The first numbers in a plural category, by CLDR rules. */
export function samplesOf(language: string, form: FormName, limit = 4): number[] {
  const rules = new Intl.PluralRules(language)
  return numbers.filter(number => rules.select(number) === form).slice(0, limit)
}
