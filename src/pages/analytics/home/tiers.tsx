import { useTranslation } from 'react-i18next'
import type { SalesMetrics } from '#contract/analytics/sales-metrics.ts'
import { PlanId, priceCents } from '#contract/billing/plans.ts'
import { FigureValue } from '#kit/analytics/figure-value.tsx'
import { Panel } from '#kit/analytics/panel.tsx'
import { useWording } from '#kit/wording.ts'
import styles from './home.module.css'

/** The three subscription tiers, each with those who pay for it and what they pay. */
export function Tiers({ of: { subscription_breakdown } }: { of: SalesMetrics }) {
  const { t } = useTranslation('revenue')
  const wording = useWording()
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
