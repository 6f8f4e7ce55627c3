import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorsIn } from '#contract/localisation/text-rules.ts'
import type { TextFault, TextWithHistory } from '#contract/localisation/translations.ts'
import { Button } from '../button.tsx'
import { useCaller } from '../caller.ts'
import { TextField } from '../field.tsx'
import { Remark } from '../remark.tsx'
import styles from './text-editor.module.css'
import type { TextActs } from './use-text-acts.ts'

/** What a reviewer says of a text in review: yes, or no with a reason. */
export function Decision({ of: text, acts }: { of: TextWithHistory; acts: TextActs }) {
  const { t } = useTranslation(['translations', 'common'])
  const caller = useCaller()
  const [rejecting, setRejecting] = useState(false)
  const isOwn = text.is_protected && text.author?.id === caller.id
  async function reject(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '')
    if (await acts.reject(reason)) setRejecting(false)
  }
  if (rejecting)
    return (
      <form className={styles.inline} onSubmit={event => void reject(event)}>
        <TextField label={t('reject.reason')} name="reason" required maxLength={500} />
        <div className={styles.actions}>
          <Button onClick={() => setRejecting(false)}>{t('common:cancel')}</Button>
          <Button type="submit" look="danger" pending={acts.pending === 'reject'}>
            {t('reject.submit')}
          </Button>
        </div>
      </form>
    )
  return (
    <>
      {isOwn && <Remark tone="info">{t('protected.own')}</Remark>}
      <div className={styles.actions}>
        <Button onClick={() => setRejecting(true)}>{t('reject.open')}</Button>
        <Button
          look="main"
          disabled={isOwn || errorsIn(text.faults as TextFault[]).length > 0}
          pending={acts.pending === 'approve'}
          onClick={() => void acts.approve()}
        >
          {t('approve')}
        </Button>
      </div>
    </>
  )
}
