import { useTranslation } from 'react-i18next'
import type { LanguageCoverage } from '#contract/localisation/translations.ts'
import { useFormat } from '#kit/format.ts'
import { Meter } from '#kit/meter.tsx'
import styles from './coverage-board.module.css'
import { type TextsView, useLanguageName } from './use-texts-view.ts'

type Counts = Pick<LanguageCoverage, 'total' | 'translated' | 'in_review' | 'overrides' | 'outdated'>

/** Translation coverage bar with counts of remaining work. */
function Counted({ of: counts, label }: { of: Counts; label: string }) {
  const { t } = useTranslation('translations')
  const { total, translated, in_review, overrides, outdated } = counts
  const notes = [
    in_review > 0 && t('coverage.review', { count: in_review }),
    overrides > 0 && t('coverage.overrides', { count: overrides }),
    outdated > 0 && t('coverage.outdated', { count: outdated }),
  ].filter(note => note !== false)
  return (
    <>
      <Meter label={label} value={translated} max={total} />
      {notes.length > 0 && <span className={styles.notes}>{notes.join(' · ')}</span>}
    </>
  )
}

interface CoverageBoardProps {
  languages: readonly LanguageCoverage[]
  view: TextsView
  change: (change: Partial<TextsView>) => void
}

/** Coverage per language, and per screen for the selected one; each opens its texts. */
export function CoverageBoard({ languages, view, change }: CoverageBoardProps) {
  const { t } = useTranslation('translations')
  const format = useFormat()
  const nameOf = useLanguageName()
  const chosen = languages.find(({ language }) => language === view.language)
  const whereOf = (namespace: string) =>
    t(`where.${namespace}` as 'where.common', { defaultValue: namespace })
  return (
    <div className={styles.board}>
      <ul className={styles.languages}>
        {languages.map(counts => {
          const { language, total, translated } = counts
          const label = t('coverage.language', {
            language: nameOf(language),
            translated: format.number(translated),
            total: format.number(total),
          })
          return (
            <li key={language}>
              <button
                type="button"
                className={styles.language}
                aria-pressed={language === view.language}
                onClick={() => change({ language, namespace: '', text: '' })}
              >
                <span>{label}</span>
                <Counted of={counts} label={label} />
              </button>
            </li>
          )
        })}
      </ul>
      {chosen && (
        <details className={styles.screens}>
          <summary>{t('coverage.screens', { language: nameOf(chosen.language) })}</summary>
          <ul>
            {chosen.namespaces.map(counts => {
              const { namespace, total, translated } = counts
              const where = whereOf(namespace)
              return (
                <li key={namespace}>
                  <button
                    type="button"
                    className={styles.screen}
                    aria-pressed={namespace === view.namespace}
                    onClick={() =>
                      change({ namespace: namespace === view.namespace ? '' : namespace, text: '' })
                    }
                  >
                    <span className={styles.where}>{where}</span>
                    <span className={styles.share}>
                      {t('coverage.of', {
                        translated: format.number(translated),
                        total: format.number(total),
                      })}
                    </span>
                    <Counted of={counts} label={where} />
                  </button>
                </li>
              )
            })}
          </ul>
        </details>
      )}
    </div>
  )
}
