import { useTranslation } from 'react-i18next'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'
import { Billing } from './billing.tsx'
import { CancelPlan } from './cancel-plan.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { Invoices } from './invoices.tsx'
import { PlanCards } from './plan-cards.tsx'
import styles from './subscription.module.css'
import { UsageBars } from './usage-bars.tsx'

/** The user's own plan. */
export function Component() {
  const { t } = useTranslation('navigation')
  return <OwnSubscription title={t('screens.subscription')} />
}

/** Subscription of the user's organization. */
export function OwnSubscription({ title }: { title: string }) {
  const { t, i18n } = useTranslation('subscriptions')
  const failed = t('failed')
  const current = useCall(subscriptions.current)
  const usage = useCall(subscriptions.usage)
  const plans = useCall(subscriptions.plans, { query: { language: i18n.language === 'es' ? 'es' : 'en' } })
  const invoices = useCall(subscriptions.invoices)
  return (
    <Page title={title} lead={t('lead')} freshness={<Freshness of={current} />}>
      <QueryState of={current} failed={failed}>
        {now => (
          <>
            <div className={styles.columns}>
              <CurrentPlan
                current={now}
                actions={now.subscription && <CancelPlan subscription={now.subscription} />}
              />
              <QueryState of={usage} failed={failed}>
                {of => <UsageBars of={of} />}
              </QueryState>
            </div>
            <QueryState of={plans} failed={failed}>
              {({ plans }) => <PlanCards plans={plans} subscription={now.subscription} />}
            </QueryState>
            <div className={styles.columns}>
              {now.subscription && <Billing subscription={now.subscription} />}
              <QueryState of={invoices} failed={failed}>
                {({ invoices }) => <Invoices of={invoices} />}
              </QueryState>
            </div>
          </>
        )}
      </QueryState>
    </Page>
  )
}
