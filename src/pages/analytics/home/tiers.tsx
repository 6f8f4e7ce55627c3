import { useTranslation } from 'react-i18next'
import type { SalesMetrics } from '#contract/analytics/sales-metrics.ts'
import { PlanId, priceCents } from '#contract/billing/plans.ts'
import { FigureValue } from '#kit/analytics/figure-cards.tsx'
import { Panel } from '#kit/analytics/panel.tsx'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import styles from './home.module.css'

/** Subscribers and revenue per tier. */
export function Tiers({ of: { subscription_breakdown } }: { of: SalesMetrics }) {
  const { t } = useTranslation('revenue')
  const wording = useLocaleFormats()
  return (
    <Panel title={t('home.tiers')}>
      <ul className={styles.tiers}>
        {PlanId.options.map(plan => {
          const { count, revenue } = subscription_breakdown[plan]
          const name = t(`plan.${plan}`)
          const held = { plan }
          return (
            <li key={plan}>
              <h3>
                {name}{' '}
                <span>{t('perMonth', { price: wording.price(priceCents(plan, 'monthly') / 100) })}</span>
              </h3>
              <dl>
                <dt>{t('home.subscribers')}</dt>
                <dd>
                  <FigureValue figure="active_subscriptions" of={name} value={count} held={held} />
                </dd>
                <dt>{t('home.revenue')}</dt>
                <dd>
                  <FigureValue figure="mrr" of={name} value={revenue} held={held} />
                </dd>
              </dl>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
