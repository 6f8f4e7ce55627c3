import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { applyFix } from '#contract/localisation/checks/checks.ts'
import { columnsOf, type FormName, maxComfortableColumns } from '#contract/localisation/text-forms.ts'
import { useFormat } from '../format.ts'
import { Findings, findingId } from './findings.tsx'
import { MarkedInput } from './marked-input.tsx'
import { samplesOf } from './plural-samples.ts'
import styles from './text-editor.module.css'
import type { ShownFinding } from './use-findings.ts'
import type { TextActions } from './use-text-actions.ts'

interface FormFieldProps {
  language: string
  form: FormName
  /** The source form being translated. */
  model: string
  value: string
  /** Maximum columns, or null. */
  columns: number | null
  findings: readonly ShownFinding[]
  actions: TextActions
  readOnly: boolean
  onChange: (value: string) => void
  /** Called with the input that placeholders are inserted into. */
  onFocus: (input: HTMLTextAreaElement) => void
  onBlur: () => void
  onDismiss: (check: ShownFinding['check'], reason: string) => Promise<unknown>
  /** What others do with the form. */
  children: ReactNode
}

/** One plural form of a text: input, findings, length and preview. */
export function FormField(props: FormFieldProps) {
  const {
    language,
    form,
    model,
    value,
    columns,
    findings,
    actions,
    readOnly,
    onChange,
    onFocus,
    onBlur,
    onDismiss,
    children,
  } = props
  const { t } = useTranslation('translations')
  const format = useFormat()
  const id = useId()
  const samples = form === 'text' ? [] : samplesOf(language, form)
  const input = useRef<HTMLTextAreaElement>(null)
  const open = findings.filter(({ dismissal }) => !dismissal)
  const [first] = samples
  const preview =
    first !== undefined && value.replaceAll(/\{\{\s*count\b[^}]*\}\}/g, first.toLocaleString(language))

  /** Selects a span once the value is rendered. */
  function select(start: number, end: number) {
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(start, end)
    })
  }

  function fix({ fix }: ShownFinding) {
    if (!fix) return
    onChange(applyFix(value, fix))
    select(fix.start, fix.start + fix.text.length)
  }

  function fixByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || !event.altKey || event.ctrlKey || event.metaKey || readOnly) return
    const { selectionStart: cursor } = event.currentTarget
    const fixable = open.filter(finding => finding.fix)
    const chosen = fixable.find(({ start, end }) => start <= cursor && cursor <= end) ?? fixable[0]
    if (!chosen) return
    event.preventDefault()
    fix(chosen)
  }

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
      <MarkedInput
        ref={input}
        findings={open}
        id={id}
        name={form}
        lang={language}
        dir="auto"
        maxLength={4_000}
        value={value}
        readOnly={readOnly}
        aria-invalid={open.some(({ level }) => level === 'error')}
        aria-describedby={[`${id}-length`, ...open.map((_, index) => findingId(id, index))].join(' ')}
        onChange={event => onChange(event.target.value)}
        onFocus={event => onFocus(event.currentTarget)}
        onBlur={onBlur}
        onKeyDown={fixByKey}
      />
      {children}
      <div className={styles.remarks}>
        <p id={`${id}-length`} className={styles.length}>
          {columns === null
            ? t('editor.length', { used: columnsOf(value), good: maxComfortableColumns(model, language) })
            : t('editor.room', { used: columnsOf(value), room: columns })}
        </p>
        {preview !== false && preview !== value && (
          <p lang={language} dir="auto">
            {t('editor.preview', { text: preview })}
          </p>
        )}
        <Findings
          field={id}
          findings={findings}
          readOnly={readOnly}
          actions={actions}
          onFix={fix}
          onShow={({ start, end }) => select(start, end)}
          onDismiss={onDismiss}
        />
      </div>
    </div>
  )
}
