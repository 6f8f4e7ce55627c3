import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Subscription } from '#contract/billing/subscriptions.ts'
import { Button } from '#kit/button.tsx'
import { reasonOf } from '#kit/call.ts'
import { Dialog } from '#kit/dialog.tsx'
import { useFormat } from '#kit/format.ts'
import { say } from '#kit/toasts.ts'
import { type Acts, ownActs } from './acts.ts'
import styles from './subscription.module.css'
import { useRefresh } from './use-refresh.ts'

/** Cancels an active subscription at the end of its period, once that is confirmed; or takes that back. */
export function CancelPlan({ subscription, acts = ownActs }: { subscription: Subscription; acts?: Acts }) {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  const refresh = useRefresh()
  const [asking, setAsking] = useState(false)
  const cancel = useMutation({
    mutationFn: () => acts.cancel(true),
    onSuccess: async () => {
      say({ tone: 'good', text: t('cancel.done') })
      await refresh()
    },
    onError: error => say({ tone: 'bad', text: t('cancel.failed'), detail: reasonOf(error) }),
    onSettled: () => setAsking(false),
  })
  const resume = useMutation({
    mutationFn: () => acts.cancel(false),
    onSuccess: async () => {
      say({ tone: 'good', text: t(acts.whose === 'own' ? 'resume.done' : 'staff.resumed') })
      await refresh()
    },
    onError: error => say({ tone: 'bad', text: t('resume.failed'), detail: reasonOf(error) }),
  })
  if (subscription.status !== 'active') return null
  return (
    <div className={styles.actions}>
      {subscription.cancel_at_period_end ? (
        <Button look="main" pending={resume.isPending} onClick={() => resume.mutate()}>
          {t('resume.act')}
        </Button>
      ) : (
        <Button look="danger" onClick={() => setAsking(true)}>
          {t('cancel.act')}
        </Button>
      )}
      {asking && (
        <Dialog
          title={t('cancel.title')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button autoFocus onClick={() => setAsking(false)}>
                {t('cancel.keep')}
              </Button>
              <Button look="danger" pending={cancel.isPending} onClick={() => cancel.mutate()}>
                {t('cancel.act')}
              </Button>
            </>
          }
        >
          <p>{t(acts.whose === 'own' ? 'cancel.question' : 'staff.cancelQuestion')}</p>
          <p>
            {t(acts.whose === 'own' ? 'cancel.until' : 'staff.until', {
              date: format.date(subscription.current_period_end),
            })}
          </p>
        </Dialog>
      )}
    </div>
  )
}
