import { useTranslation } from 'react-i18next'
import type { Subscription } from '#contract/billing/subscriptions.ts'
import { useFormat } from '#kit/format.ts'
import { Panel } from '#kit/panel.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import styles from './subscription.module.css'

/** Next payment: amount, date, method and provider. */
export function Billing({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('subscriptions')
  const labels = useLabels('subscriptions')
  const format = useFormat()
  const { status, cancel_at_period_end, current_period_end, price, provider, payment_method } = subscription
  const isDue = status === 'active' && !cancel_at_period_end
  const next = isDue
    ? t('billing.nextValue', { amount: format.money(price), date: format.date(current_period_end) })
    : t('billing.none')
  const card = payment_method ?? (provider === 'stripe' ? t('billing.cardUnknown') : '–')
  return (
    <Panel title={t('billing.title')}>
      <dl className={styles.facts}>
        <dt>{t('billing.next')}</dt>
        <dd>{next}</dd>
        <dt>{t('billing.cycle')}</dt>
        <dd>{labels.option('billing_cycle', subscription.billing_cycle)}</dd>
        <dt>{t('billing.card')}</dt>
        <dd>{card}</dd>
        <dt>{t('billing.provider')}</dt>
        <dd>{labels.option('provider', provider)}</dd>
        <dt>{t('billing.since')}</dt>
        <dd>{format.date(subscription.created_at)}</dd>
      </dl>
    </Panel>
  )
}
