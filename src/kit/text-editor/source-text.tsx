import { useTranslation } from 'react-i18next'
import type { FoundTerm, Term } from '#contract/localisation/term-rules.ts'
import type { Forms } from '#contract/localisation/text-forms.ts'
import { Button } from '../button.tsx'
import styles from './text-editor.module.css'

/** A text with its terms marked. */
function Marked({ text, found }: { text: string; found: readonly FoundTerm[] }) {
  let end = 0
  const parts = found.flatMap(({ start, end: stop, term }) => {
    // Of overlapping terms, the first is marked.
    if (start < end) return []
    const before = text.slice(end, start)
    end = stop
    return (
      <span key={`${start} ${term.term}`}>
        {before}
        <mark>{text.slice(start, stop)}</mark>
      </span>
    )
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}

interface SourceTextProps {
  source: Forms
  found: Readonly<Record<string, readonly FoundTerm[]>>
}

/** The English text, with glossary terms marked. */
export function SourceText({ source, found }: SourceTextProps) {
  const { t } = useTranslation('translations')
  return (
    <section className={styles.source} aria-label={t('editor.source')}>
      {Object.entries(source).map(([form, text]) => (
        <p key={form} lang="en" dir="ltr">
          <Marked text={text} found={found[form] ?? []} />
        </p>
      ))}
    </section>
  )
}

interface TermListProps {
  terms: readonly Term[]
  language: string
  disabled: boolean
  onInsert: (text: string) => void
}

/** Terms of the source, each with its allowed translations to insert. */
export function TermList({ terms, language, disabled, onInsert }: TermListProps) {
  const { t } = useTranslation('translations')
  if (terms.length === 0) return null
  return (
    <section className={styles.terms} aria-label={t('terms.title')}>
      <h2>{t('terms.title')}</h2>
      <ul>
        {terms.map(({ term, allowed, forbidden, note }) => (
          <li key={term}>
            <span lang="en" dir="ltr">
              {term}
            </span>
            <span className={styles.translations}>
              {allowed.map(translation => (
                <Button
                  key={translation}
                  disabled={disabled}
                  aria-label={t('terms.insert', { term, translation })}
                  onClick={() => onInsert(translation)}
                >
                  <bdi lang={language}>{translation}</bdi>
                </Button>
              ))}
            </span>
            {forbidden.length > 0 && (
              <span className={styles.quiet}>{t('terms.not', { translations: forbidden.join(', ') })}</span>
            )}
            {note && <span className={styles.quiet}>{note}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
