import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Subscription } from '#contract/billing/subscriptions.ts'
import { Button } from '#kit/button.tsx'
import { errorDetail } from '#kit/call.ts'
import { Dialog } from '#kit/dialog.tsx'
import { useFormat } from '#kit/format.ts'
import { toast } from '#kit/toasts.ts'
import { ownSubscriptionActions, type SubscriptionActions, useRefresh } from './actions.ts'
import styles from './subscription.module.css'

/** Cancels a subscription at period end, or resumes it. */
export function CancelPlan({
  subscription,
  actions = ownSubscriptionActions,
}: {
  subscription: Subscription
  actions?: SubscriptionActions
}) {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  const refresh = useRefresh()
  const [asking, setAsking] = useState(false)
  const cancel = useMutation({
    mutationFn: () => actions.cancel(true),
    onSuccess: async () => {
      toast({ tone: 'good', text: t('cancel.done') })
      await refresh()
    },
    onError: error => toast({ tone: 'bad', text: t('cancel.failed'), detail: errorDetail(error) }),
    onSettled: () => setAsking(false),
  })
  const resume = useMutation({
    mutationFn: () => actions.cancel(false),
    onSuccess: async () => {
      toast({ tone: 'good', text: t(actions.audience === 'own' ? 'resume.done' : 'staff.resumed') })
      await refresh()
    },
    onError: error => toast({ tone: 'bad', text: t('resume.failed'), detail: errorDetail(error) }),
  })
  if (subscription.status !== 'active') return null
  return (
    <div className={styles.actions}>
      {subscription.cancel_at_period_end ? (
        <Button variant="main" pending={resume.isPending} onClick={() => resume.mutate()}>
          {t('resume.act')}
        </Button>
      ) : (
        <Button variant="danger" onClick={() => setAsking(true)}>
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
              <Button variant="danger" pending={cancel.isPending} onClick={() => cancel.mutate()}>
                {t('cancel.act')}
              </Button>
            </>
          }
        >
          <p>{t(actions.audience === 'own' ? 'cancel.question' : 'staff.cancelQuestion')}</p>
          <p>
            {t(actions.audience === 'own' ? 'cancel.until' : 'staff.until', {
              date: format.date(subscription.current_period_end),
            })}
          </p>
        </Dialog>
      )}
    </div>
  )
}
