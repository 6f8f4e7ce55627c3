import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auth } from '#contract/identity/auth.ts'
import { Button } from '#kit/button.tsx'
import { call, errorDetail } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { useCurrentUser } from '#kit/current-user.ts'
import { toast } from '#kit/toasts.ts'
import styles from './analytics.module.css'

/** Reminds users with an unverified e-mail address; can resend the link. */
export function EmailReminder() {
  const { t } = useTranslation('pages')
  const { email, email_verified } = useCurrentUser()
  const resend = useMutation({
    mutationFn: (to: string) => call(auth.resendVerification, { body: { email: to } }),
    onSuccess: () => toast({ tone: 'good', text: t('email.sent') }),
    onError: error =>
      toast({
        tone: 'bad',
        text: t('email.failed'),
        detail: errorDetail(error),
      }),
  })
  if (email === null || email_verified) return null
  return (
    <Callout tone="info">
      <div className={styles.reminder}>
        <span>{t('email.unverified', { email })}</span>
        <Button pending={resend.isPending} onClick={() => resend.mutate(email)}>
          {t('email.resend')}
        </Button>
      </div>
    </Callout>
  )
}
