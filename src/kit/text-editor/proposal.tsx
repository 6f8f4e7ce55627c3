import { useTranslation } from 'react-i18next'
import type { TextProposal } from '#contract/localisation/interface-texts.ts'
import { formNames } from '#contract/localisation/text-forms.ts'
import { Button } from '../button.tsx'
import { Callout } from '../callout.tsx'
import { useLocaleFormats } from '../locale-formats.ts'
import { ShortcutKeys } from '../shortcut-keys.tsx'
import { useFindingText } from './findings.tsx'
import styles from './text-editor.module.css'
import type { Proposing } from './use-proposal.ts'

/** Whether a key press asks for a proposal, or takes it over. By the key's place: Alt changes its letter on a Mac. */
export const isProposalKey = ({ code, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  code === 'KeyP' && altKey && !ctrlKey && !metaKey && !shiftKey

interface ProposalProps {
  of: Proposing
  language: string
  onTake: (proposal: TextProposal) => void
}

/** Asks the AI model for a translation, and shows it with what the quality checks find. */
export function Proposal({
  of: { proposal, failure, isPending, ask, cancel },
  language,
  onTake,
}: ProposalProps) {
  const { t } = useTranslation(['translations', 'common'])
  return (
    <section className={styles.suggestions} aria-label={t('proposal.title')}>
      <h2>{t('proposal.title')}</h2>
      <div role="status">
        {isPending && <p>{t('proposal.pending')}</p>}
        {proposal && <Proposed of={proposal} language={language} onTake={() => onTake(proposal)} />}
      </div>
      {failure && (
        <Callout tone="bad" role="alert">
          {failure.detail ?? t('proposal.failed')}
        </Callout>
      )}
      <div className={styles.ask}>
        {isPending ? (
          <Button onClick={cancel}>{t('common:cancel')}</Button>
        ) : (
          <Button aria-keyshortcuts={proposal ? undefined : 'Alt+P'} onClick={() => void ask()}>
            {t(proposal ? 'proposal.again' : 'proposal.ask')}
          </Button>
        )}
        {!proposal && !isPending && <ShortcutKeys of="Alt+P" />}
      </div>
    </section>
  )
}

interface ProposedProps {
  of: TextProposal
  language: string
  onTake: () => void
}

function Proposed({ of: { forms, model, findings, other_language }, language, onTake }: ProposedProps) {
  const { t } = useTranslation('translations')
  const wording = useLocaleFormats()
  const textOf = useFindingText()
  const shown = formNames.flatMap(form => (forms[form] === undefined ? [] : [{ form, text: forms[form] }]))
  return (
    <div className={styles.proposed}>
      <p className={styles.what}>
        <strong>{model}</strong>
      </p>
      {other_language && (
        <p className={styles.warning}>
          {t('proposal.otherLanguage', { language: wording.language(other_language) })}
        </p>
      )}
      {shown.map(({ form, text }) => (
        <p key={form} lang={other_language ?? language} dir="auto">
          {text}
        </p>
      ))}
      {findings.length > 0 && (
        <ul className={styles.findings} aria-label={t('checked.title')}>
          {findings.map(({ check, form, start, subject, term, level }) => (
            <li key={`${check} ${form} ${start} ${subject}`} className={styles[level]}>
              {textOf({ check, subject, ...(term !== null && { term }) })}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.ask}>
        <Button aria-keyshortcuts="Alt+P" onClick={onTake}>
          {t('proposal.take')}
        </Button>
        <ShortcutKeys of="Alt+P" />
      </div>
    </div>
  )
}
