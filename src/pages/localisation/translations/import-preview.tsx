import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kit/language.ts'
import type { ImportedText } from '#contract/localisation/translations.ts'
import { Badge } from '#kit/resource/badge.tsx'
import { useFindingText } from '#kit/text-editor/findings.tsx'
import { Changes } from '#kit/text-editor/text-state.tsx'
import styles from './import-dialog.module.css'

/** Changed texts that are shown with their difference. */
const maxShown = 100

interface ImportPreviewProps {
  texts: readonly ImportedText[]
  language: Language
}

/** What an import refuses, and the differences that it makes. */
export function ImportPreview({ texts, language }: ImportPreviewProps) {
  const { t } = useTranslation('translations')
  const of = (verdict: ImportedText['verdict']) => texts.filter(text => text.verdict === verdict)
  const [refused, changed] = [of('refused'), of('changed').slice(0, maxShown)]
  return (
    <>
      {refused.length > 0 && (
        <section aria-labelledby="refused">
          <h3 id="refused">{t('import.refusedTitle')}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <ul className={styles.texts} tabIndex={0} aria-labelledby="refused">
            {refused.map(({ id, line, reason, findings }) => (
              <li key={id}>
                <Place id={id} line={line} /> {findings.length === 0 && reason}
                <FoundList findings={findings} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {changed.length > 0 && (
        <section aria-labelledby="changed">
          <h3 id="changed">{t('import.changedTitle')}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <ul className={styles.texts} tabIndex={0} aria-labelledby="changed">
            {changed.map(({ id, line, before, after, for_review, description, findings }) => (
              <li key={id}>
                <Place id={id} line={line} />{' '}
                {for_review && <Badge tone="yellow">{t('import.forReview')}</Badge>}
                <Changes before={before ?? {}} after={after ?? {}} language={language} />
                <FoundList findings={findings} />
                {description !== null && <p>{t('import.description', { text: description })}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** What the checks find in an imported text. */
function FoundList({ findings }: Pick<ImportedText, 'findings'>) {
  const textOf = useFindingText()
  return findings
    .filter(({ is_dismissed }) => !is_dismissed)
    .map(({ check, form, start, subject, term, level }) => (
      <p key={`${check} ${form} ${start} ${subject}`} className={styles[level]}>
        {textOf({ check, subject, ...(term !== null && { term }) })}
      </p>
    ))
}

function Place({ id, line }: Pick<ImportedText, 'id' | 'line'>) {
  const { t } = useTranslation('translations')
  return (
    <>
      <code>{id}</code>
      {line !== null && <span className={styles.line}> {t('import.line', { line })}</span>}
    </>
  )
}
