import { useTranslation } from 'react-i18next'
import type { InterfaceText, TextStatus } from '#contract/localisation/interface-texts.ts'
import { type Forms, formNames } from '#contract/localisation/text-forms.ts'
import { Badge, type Tone } from '../resource/badge.tsx'
import { diffWords } from './diff-words.ts'
import styles from './text-editor.module.css'

const tones: Record<TextStatus, Tone> = {
  bundled: 'grey',
  missing: 'red',
  draft: 'blue',
  review: 'yellow',
  published: 'green',
  rolled_back: 'grey',
}

type Shown = Pick<InterfaceText, 'status' | 'is_protected' | 'is_outdated' | 'findings' | 'proposal'>

/** Status of a text, with the number of its findings. */
export function StatusBadges({ of }: { of: Shown }) {
  const { t } = useTranslation('translations')
  const { status, is_protected, is_outdated, findings, proposal } = of
  const isUnderWork = status === 'draft' || status === 'review'
  const open = findings.filter(({ is_dismissed }) => !is_dismissed)
  const isBlocked = open.some(({ level }) => level === 'error')
  return (
    <>
      <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
      {is_protected && <Badge tone="purple">{t('protected.badge')}</Badge>}
      {is_outdated && <Badge tone="orange">{t('outdated.badge')}</Badge>}
      {proposal && isUnderWork && (
        <Badge tone={proposal.is_edited ? 'grey' : 'orange'}>
          {t(proposal.is_edited ? 'proposal.edited' : 'proposal.unchanged')}
        </Badge>
      )}
      {open.length > 0 && (
        <Badge tone={isBlocked ? 'red' : 'orange'}>{t('list.found', { count: open.length })}</Badge>
      )}
    </>
  )
}

/** A text with removed and added words marked. */
export function Difference({ before, after }: { before: string; after: string }) {
  return diffWords(before, after).map(({ kind, text }, index) => {
    const key = `${index} ${text}`
    if (kind === 'gone') return <del key={key}>{text}</del>
    return kind === 'new' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>
  })
}

/** The forms that differ. */
export function Changes({ before, after, language }: { before: Forms; after: Forms; language: string }) {
  const changed = formNames.filter(form => before[form] !== after[form])
  return changed.map(form => (
    <p key={form} lang={language} dir="auto" className={styles.changes}>
      <Difference before={before[form] ?? ''} after={after[form] ?? ''} />
    </p>
  ))
}
