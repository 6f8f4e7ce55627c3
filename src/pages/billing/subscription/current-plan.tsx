import { useTranslation } from 'react-i18next'
import type { CurrentSubscription } from '#contract/billing/subscriptions.ts'
import { Callout } from '#kit/callout.tsx'
import { useFormat } from '#kit/format.ts'
import { Panel } from '#kit/panel.tsx'
import { Badge, type Tone } from '#kit/resource/badge.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import styles from './subscription.module.css'

type Status = NonNullable<CurrentSubscription['subscription']>['status']

const tones: Record<Status, Tone> = {
  trial: 'blue',
  active: 'green',
  past_due: 'red',
  cancelled: 'grey',
  trial_expired: 'yellow',
}

/** Next billing event as a sentence. */
function useOutlook({
  subscription,
  trial_expired,
  trial_days_remaining,
}: CurrentSubscription): string | undefined {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  if (!subscription) return undefined
  const { status, cancel_at_period_end, current_period_end } = subscription
  const date = format.date(current_period_end)
  if (trial_expired) return t('current.trialExpired')
  if (status === 'trial') return t('current.trialLeft', { count: trial_days_remaining ?? 0 })
  if (cancel_at_period_end) return t('current.cancelsOn', { date })
  if (status === 'active') return t('current.renewsOn', { date })
  return status === 'cancelled' ? t('current.endedOn', { date }) : undefined
}

/** An organization's current plan, price and period. */
export function CurrentPlan({
  current,
  actions,
}: {
  current: CurrentSubscription
  actions?: React.ReactNode
}) {
  const { t } = useTranslation('subscriptions')
  const labels = useLabels('subscriptions')
  const format = useFormat()
  const outlook = useOutlook(current)
  const { subscription, plan, trial_expired } = current
  return (
    <Panel title={t('current.title')}>
      {subscription && plan ? (
        <div className={styles.current}>
          <p className={styles.plan}>
            <strong>{plan.name}</strong>
            <Badge tone={tones[subscription.status]}>{labels.option('status', subscription.status)}</Badge>
          </p>
          <p className={styles.price}>
            {t(subscription.billing_cycle === 'yearly' ? 'current.perYear' : 'current.perMonth', {
              price: format.money(subscription.price),
            })}
          </p>
          {outlook && <p className={styles.outlook}>{outlook}</p>}
          {trial_expired && <Callout tone="warn">{t('current.trialExpiredText')}</Callout>}
          {subscription.status === 'past_due' && <Callout tone="bad">{t('current.pastDue')}</Callout>}
          {actions}
        </div>
      ) : (
        <div className={styles.current}>
          <p className={styles.plan}>
            <strong>{t('current.none')}</strong>
          </p>
          <p className={styles.outlook}>{t('current.noneText')}</p>
        </div>
      )}
    </Panel>
  )
}
