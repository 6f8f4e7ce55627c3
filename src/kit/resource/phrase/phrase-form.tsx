import { type FormEvent, Fragment, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { useLocaleFormats } from '../../locale-formats.ts'
import type { Filter } from '../filter.ts'
import type { Labels } from '../labels.ts'
import { ConditionText } from '../list/filter-text.tsx'
import menu from '../menu.module.css'
import type { Resource } from '../resource.ts'
import type { Doubtful } from './parse.ts'
import styles from './phrase-form.module.css'
import { usePhrase } from './use-phrase.ts'

interface PhraseFormProps {
  of: Resource
  labels: Labels
  apply: (filters: Readonly<Record<string, Filter>>) => void
}

/** Turns a sentence into filters, and shows them before they apply. */
export function PhraseForm({ of, labels, apply }: PhraseFormProps) {
  const { t } = useTranslation(['phrases', 'kit'])
  const id = useId()
  const [sentence, type] = useState('')
  const phrase = usePhrase(of, sentence)
  const reason = useReason(labels)
  const filters = Object.entries(phrase?.filters ?? {})
  const doubts = phrase && !phrase.pending ? phrase.doubts : []
  const isReady = filters.length > 0 && !phrase?.pending

  function submit(event: FormEvent) {
    event.preventDefault()
    if (phrase && isReady) apply(phrase.filters)
  }

  return (
    <form className={`${menu.form} ${styles.form}`} onSubmit={submit}>
      <label className={menu.heading} htmlFor={id}>
        {t('phrases:label')}
      </label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: opened to type in it
        autoFocus
        className={menu.input}
        value={sentence}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('phrases:placeholder')}
        aria-describedby={`${id}-reading`}
        onChange={({ target }) => type(target.value)}
      />
      <div id={`${id}-reading`} className={styles.reading} role="status">
        {sentence.trim() === '' && <p className={menu.quiet}>{t('phrases:hint')}</p>}
        {doubts.length > 0 && (
          <p className={styles.sentence} dir="auto" aria-hidden>
            {withDoubts(sentence, doubts)}
          </p>
        )}
        {filters.length > 0 && (
          <ul className={styles.filters} aria-label={t('phrases:filters')}>
            {filters.map(([field, filter]) => (
              <li key={field}>
                <ConditionText of={of} labels={labels} condition={{ field, filter }} />
              </li>
            ))}
          </ul>
        )}
        {doubts.map(doubt => (
          <p key={`${doubt.start} ${doubt.end}`} className={styles.reason}>
            {reason(doubt, sentence.slice(doubt.start, doubt.end))}
          </p>
        ))}
        {phrase?.pending && sentence.trim() !== '' && <p className={menu.quiet}>{t('phrases:pending')}</p>}
        {phrase?.failed && <p className={styles.reason}>{t('phrases:failed')}</p>}
      </div>
      <div className={menu.foot}>
        <Button variant="main" type="submit" disabled={!isReady}>
          {t('kit:filter.apply')}
        </Button>
      </div>
    </form>
  )
}

/** A sentence with what was not understood underlined. */
function withDoubts(sentence: string, doubts: readonly Doubtful[]): ReactNode {
  let at = 0
  const parts = doubts.map(({ start, end }) => {
    const before = sentence.slice(at, Math.max(at, start))
    at = Math.max(at, end)
    return (
      <Fragment key={start}>
        {before}
        <mark className={styles.doubt}>{sentence.slice(start, end)}</mark>
      </Fragment>
    )
  })
  return [...parts, sentence.slice(at)]
}

/** Says why a part was not understood. */
function useReason(labels: Labels) {
  const { t } = useTranslation('phrases')
  const { listOr } = useLocaleFormats()
  return (doubt: Doubtful, text: string) => {
    const fields = doubt.why === 'ambiguous' ? listOr(doubt.fields.map(labels.field)) : ''
    return t(`doubts.${doubt.why}`, { text, fields })
  }
}
