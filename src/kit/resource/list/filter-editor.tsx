import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { type Filter, waysOf } from '../filter.ts'
import type { Labels } from '../labels.ts'
import styles from '../menu.module.css'
import type { Field } from '../resource.ts'
import { ChoiceList } from './choice-list.tsx'
import { RangeInputs } from './range-inputs.tsx'
import { SpanList } from './span-list.tsx'
import { TextInput } from './text-input.tsx'
import { useChoices } from './use-choices.ts'

interface FilterEditorProps {
  field: Field
  filter: Filter | undefined
  labels: Labels
  /** Told the filter to set, or undefined to take it away. */
  apply: (to: Filter | undefined) => void
}

const blank: Record<Filter['by'], Filter> = {
  is: { by: 'is', values: [] },
  not: { by: 'not', values: [] },
  between: { by: 'between' },
  last: { by: 'last', span: '7d' },
  has: { by: 'has', text: '' },
}

const isBlank = (filter: Filter) =>
  (filter.by === 'has' && !filter.text) ||
  ((filter.by === 'is' || filter.by === 'not') && filter.values.length === 0) ||
  (filter.by === 'between' && filter.from === undefined && filter.to === undefined)

/** Edits one filter: how the field is narrowed, and to what, by inputs of the field's kind. */
export function FilterEditor({ field, filter, labels, apply }: FilterEditorProps) {
  const { t } = useTranslation('kit')
  const choosable = field.view.choices !== undefined
  const ways = choosable ? (['is', 'not'] as const) : waysOf(field)
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
      <Inputs field={field} draft={draft} setDraft={setDraft} labels={labels} />
      <div className={styles.foot}>
        <Button look="main" type="submit">
          {t('filter.apply')}
        </Button>
      </div>
    </form>
  )
}

/** The draft in another way of filtering, with its values where they mean the same. */
const turned = (draft: Filter, by: Filter['by']): Filter =>
  (by === 'is' || by === 'not') && (draft.by === 'is' || draft.by === 'not') ? { ...draft, by } : blank[by]

interface InputsProps {
  field: Field
  draft: Filter
  setDraft: (draft: Filter) => void
  labels: Labels
}

function Inputs({ field, draft, setDraft, labels }: InputsProps) {
  const { t } = useTranslation('kit')
  const choices = useChoices(field, labels)
  switch (draft.by) {
    case 'between':
      return <RangeInputs kind={field.kind} range={draft} change={setDraft} />
    case 'last':
      return <SpanList chosen={draft.span} choose={span => setDraft({ by: 'last', span })} />
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
          <ChoiceList {...choices} chosen={draft.values} choose={values => setDraft({ ...draft, values })} />
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
