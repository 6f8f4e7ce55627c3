import { useTranslation } from 'react-i18next'
import type { TextRevision, TextWithHistory } from '#contract/localisation/interface-texts.ts'
import type { Forms } from '#contract/localisation/text-forms.ts'
import { Button } from '../button.tsx'
import { useFormat } from '../format.ts'
import styles from './text-editor.module.css'
import { Changes } from './text-state.tsx'
import type { TextActions } from './use-text-actions.ts'

interface HistoryProps {
  of: TextWithHistory
  actions: TextActions
  mayRollBack: boolean
}

/** Revisions of a text, newest first, with rollback. */
export function History({ of: text, actions, mayRollBack }: HistoryProps) {
  const { t } = useTranslation('translations')
  const format = useFormat()
  const { history, bundled, published, language } = text
  if (history.length === 0) return <p className={styles.quiet}>{t('history.empty')}</p>
  const before = (index: number): Forms => history[index + 1]?.forms ?? bundled ?? {}
  const publishedRevision = history.find(({ is_published, act }) => is_published || act === 'roll_back')
  const back = (revision: TextRevision | null) => (
    <Button
      pending={actions.pending === 'rollBack'}
      onClick={() => void actions.rollBack(revision?.number ?? null)}
    >
      {t(revision ? 'history.back' : 'history.toRelease')}
    </Button>
  )
  return (
    <>
      <ol className={styles.history}>
        {history.map((revision, index) => (
          <li key={revision.number}>
            <p className={styles.what}>
              <strong>{t(`actions.${revision.act}`)}</strong>
              <span>{revision.author?.name}</span>
              <time dateTime={revision.at}>{format.dateTime(revision.at)}</time>
              {revision.proposal && (
                <span>
                  {t(revision.proposal.is_edited ? 'proposal.editedOf' : 'proposal.unchangedOf', {
                    model: revision.proposal.model,
                  })}
                </span>
              )}
            </p>
            <Changes before={before(index)} after={revision.forms} language={language} />
            {revision.note && <blockquote>{revision.note}</blockquote>}
            {mayRollBack && revision.is_published && revision !== publishedRevision && back(revision)}
          </li>
        ))}
      </ol>
      {mayRollBack && published && back(null)}
    </>
  )
}
