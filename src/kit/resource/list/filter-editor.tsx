import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { type Filter, type ListOfField, operatorsOf, type Span, spans } from '../filter.ts'
import type { Labels } from '../labels.ts'
import styles from '../menu.module.css'
import type { Field } from '../resource.ts'
import { ChoiceList, useChoices, useFacet } from './choice-list.tsx'
import { RangeInputs } from './range-inputs.tsx'

interface FilterEditorProps {
  field: Field
  filter: Filter | undefined
  /** The list, to count the rows of each choice. */
  list?: Omit<ListOfField, 'field'>
  labels: Labels
  /** Called with the filter, or undefined to remove it. */
  apply: (to: Filter | undefined) => void
}

const blank: Record<Filter['by'], Filter> = {
  is: { by: 'is', values: [] },
  not: { by: 'not', values: [] },
  between: { by: 'between' },
  last: { by: 'last', span: '7d' },
  before: { by: 'before', span: '24h' },
  has: { by: 'has', text: '' },
}

const isBlank = (filter: Filter) =>
  (filter.by === 'has' && !filter.text) ||
  ((filter.by === 'is' || filter.by === 'not') && filter.values.length === 0) ||
  (filter.by === 'between' && filter.from === undefined && filter.to === undefined)

/** Edits one filter: operator and values. */
export function FilterEditor({ field, filter, list, labels, apply }: FilterEditorProps) {
  const { t } = useTranslation('kit')
  const choosable = field.view.choices !== undefined
  const ways = choosable ? (['is', 'not'] as const) : operatorsOf(field)
  const [draft, setDraft] = useState<Filter>(filter ?? blank[ways[0] ?? 'is'])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    apply(isBlank(draft) ? undefined : draft)
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit}>
      <div className={styles.heading}>{labels.field(field.name)}</div>
      {ways.length > 1 && (
        <div className={styles.ways}>
          {ways.map(by => (
            <button
              key={by}
              type="button"
              className={styles.way}
              aria-pressed={draft.by === by}
              onClick={() => setDraft(turned(draft, by))}
            >
              {t(`filter.ways.${by}`)}
            </button>
          ))}
        </div>
      )}
      <Inputs field={field} draft={draft} setDraft={setDraft} labels={labels} list={list} />
      <div className={styles.foot}>
        <Button variant="main" type="submit">
          {t('filter.apply')}
        </Button>
      </div>
    </form>
  )
}

/** Switches the operator, keeping values where they mean the same. */
const turned = (draft: Filter, by: Filter['by']): Filter =>
  (by === 'is' || by === 'not') && (draft.by === 'is' || draft.by === 'not') ? { ...draft, by } : blank[by]

interface InputsProps {
  field: Field
  list: Omit<ListOfField, 'field'> | undefined
  draft: Filter
  setDraft: (draft: Filter) => void
  labels: Labels
}

function Inputs({ field, list, draft, setDraft, labels }: InputsProps) {
  const { t } = useTranslation('kit')
  const choices = useChoices(field, labels)
  const facet = useFacet(list && choices && { ...list, field })
  switch (draft.by) {
    case 'between':
      return <RangeInputs kind={field.kind} range={draft} change={setDraft} />
    case 'last':
    case 'before':
      return <SpanList by={draft.by} chosen={draft.span} choose={span => setDraft({ ...draft, span })} />
    case 'has':
      return (
        <TextInput
          label={t('filter.ways.has')}
          text={draft.text}
          change={text => setDraft({ by: 'has', text })}
        />
      )
    default:
      if (choices) {
        return (
          <ChoiceList
            {...choices}
            {...(facet && { facet })}
            chosen={draft.values}
            choose={values => setDraft({ ...draft, values })}
          />
        )
      }
      return (
        <TextInput
          label={t('filter.values')}
          text={draft.values.join(', ')}
          change={text =>
            setDraft({
              ...draft,
              values: text
                .split(',')
                .map(value => value.trim())
                .filter(Boolean),
            })
          }
        />
      )
  }
}

interface SpanListProps {
  by: 'last' | 'before'
  chosen: Span
  choose: (span: Span) => void
}

/** Choice of a relative range. */
export function SpanList({ by, chosen, choose }: SpanListProps) {
  const { t } = useTranslation('kit')
  const name = useId()
  return (
    <div className={styles.options} role="radiogroup" aria-label={t(`filter.ways.${by}`)}>
      {spans.map(span => (
        <label key={span} className={styles.option}>
          <input type="radio" name={name} checked={span === chosen} onChange={() => choose(span)} />
          {t(by === 'last' ? `filter.spans.${span}` : `filter.ages.${span}`)}
        </label>
      ))}
    </div>
  )
}

interface TextInputProps {
  label: string
  text: string
  change: (text: string) => void
}

/** Text input that keeps what is typed, however the parent interprets it. */
export function TextInput({ label, text, change }: TextInputProps) {
  const [typed, setTyped] = useState(text)
  return (
    <label className={styles.caption}>
      {label}
      <input
        className={styles.input}
        value={typed}
        maxLength={200}
        onChange={({ target }) => {
          setTyped(target.value)
          change(target.value)
        }}
      />
    </label>
  )
}
