import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auth } from '#contract/identity/auth.ts'
import { Button } from '#kit/button.tsx'
import { call, reasonOf } from '#kit/call.ts'
import { useCaller } from '#kit/caller.ts'
import { Remark } from '#kit/remark.tsx'
import { say } from '#kit/toasts.ts'
import styles from './analytics.module.css'

/** Asks who has not verified their e-mail address to do so, and mails the link again. */
export function EmailReminder() {
  const { t } = useTranslation('pages')
  const { email, email_verified } = useCaller()
  const resend = useMutation({
    mutationFn: (to: string) => call(auth.resendVerification, { body: { email: to } }),
    onSuccess: () => say({ tone: 'good', text: t('email.sent') }),
    onError: error =>
      say({
        tone: 'bad',
        text: t('email.failed'),
        detail: reasonOf(error),
      }),
  })
  if (email === null || email_verified) return null
  return (
    <Remark tone="info">
      <div className={styles.reminder}>
        <span>{t('email.unverified', { email })}</span>
        <Button pending={resend.isPending} onClick={() => resend.mutate(email)}>
          {t('email.resend')}
        </Button>
      </div>
    </Remark>
  )
}
