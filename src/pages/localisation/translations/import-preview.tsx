import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kit/language.ts'
import type { ImportedText } from '#contract/localisation/translations.ts'
import { Badge } from '#kit/resource/badge.tsx'
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
            {refused.map(({ id, line, reason }) => (
              <li key={id}>
                <Place id={id} line={line} /> {reason}
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
            {changed.map(({ id, line, before, after, for_review, description }) => (
              <li key={id}>
                <Place id={id} line={line} />{' '}
                {for_review && <Badge tone="yellow">{t('import.forReview')}</Badge>}
                <Changes before={before ?? {}} after={after ?? {}} language={language} />
                {description !== null && <p>{t('import.description', { text: description })}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
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
