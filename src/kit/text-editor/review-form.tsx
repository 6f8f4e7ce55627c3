import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextWithHistory } from '#contract/localisation/interface-texts.ts'
import { Button } from '../button.tsx'
import { Callout } from '../callout.tsx'
import { useCurrentUser } from '../current-user.ts'
import { TextField } from '../field.tsx'
import styles from './text-editor.module.css'
import type { TextActions } from './use-text-actions.ts'

/** Approve a text in review, or reject or discard it with a reason. */
export function ReviewForm({ of: text, actions }: { of: TextWithHistory; actions: TextActions }) {
  const { t } = useTranslation(['translations', 'common'])
  const caller = useCurrentUser()
  const [asked, setAsked] = useState<'reject' | 'discard'>()
  const isOwn = text.is_protected && text.author?.id === caller.id
  async function decide(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '')
    if (asked && (await actions[asked](reason))) setAsked(undefined)
  }
  if (asked)
    return (
      <form className={styles.inline} onSubmit={event => void decide(event)}>
        <TextField label={t(`${asked}.reason`)} name="reason" required maxLength={500} />
        <div className={styles.actions}>
          <Button onClick={() => setAsked(undefined)}>{t('common:cancel')}</Button>
          <Button type="submit" variant="danger" pending={actions.pending === asked}>
            {t(`${asked}.submit`)}
          </Button>
        </div>
      </form>
    )
  return (
    <>
      {isOwn && <Callout tone="info">{t('protected.own')}</Callout>}
      <div className={styles.actions}>
        <Button onClick={() => setAsked('discard')}>{t('discard.open')}</Button>
        <Button onClick={() => setAsked('reject')}>{t('reject.open')}</Button>
        <Button
          variant="main"
          disabled={
            isOwn || text.findings.some(({ level, is_dismissed }) => level === 'error' && !is_dismissed)
          }
          pending={actions.pending === 'approve'}
          onClick={() => void actions.approve()}
        >
          {t('approve')}
        </Button>
      </div>
    </>
  )
}
