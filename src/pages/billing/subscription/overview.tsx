import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { type Subscription, subscriptions } from '#contract/billing/subscriptions.ts'
import { languages } from '#contract/kit/language.ts'
import { ButtonLink } from '#kit/button.tsx'
import { useCanCall } from '#kit/current-user.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { Reference } from '#kit/resource/reference.tsx'
import { useCall } from '#kit/use-call.ts'
import { customerSubscriptionActions } from './actions.ts'
import { Billing } from './billing.tsx'
import { CancelPlan } from './cancel-plan.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { Invoices } from './invoices.tsx'
import { Movements } from './movements.tsx'
import { PlanCards } from './plan-cards.tsx'
import styles from './subscription.module.css'
import { UsageBars } from './usage-bars.tsx'

/** A customer's subscription, for staff. */
export function Component() {
  const { t } = useTranslation('subscriptions')
  const { id = '' } = useParams()
  const mayChange = useCanCall()(subscriptions.cancelFor)
  const overview = useCall(subscriptions.overview, { params: { id } })
  const organization = overview.data?.current.subscription?.organization_id
  return (
    <Page
      title={t('overview.title')}
      lead={organization && <Reference resource="organizations" id={organization} />}
      freshness={<Freshness of={overview} />}
      actions={<ButtonLink to="/subscription-management">{t('overview.back')}</ButtonLink>}
    >
      <QueryState of={overview} failed={t('failed')}>
        {({ current, usage, invoices, movements }) => (
          <>
            <div className={styles.columns}>
              <CurrentPlan
                current={current}
                actions={
                  mayChange &&
                  current.subscription && <CustomerCancellation subscription={current.subscription} />
                }
              />
              <UsageBars of={usage} />
            </div>
            {mayChange && current.subscription?.status === 'active' && (
              <CustomerPlans subscription={current.subscription} />
            )}
            <div className={styles.columns}>
              {current.subscription && <Billing subscription={current.subscription} />}
              <Invoices of={invoices} />
            </div>
            <Movements of={movements} />
          </>
        )}
      </QueryState>
    </Page>
  )
}

/** Cancels or resumes a customer's plan. */
function CustomerCancellation({ subscription }: { subscription: Subscription }) {
  const actions = useMemo(() => customerSubscriptionActions(subscription.id), [subscription.id])
  return <CancelPlan subscription={subscription} actions={actions} />
}

/** Plans that a paying customer can be moved to. */
function CustomerPlans({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useTranslation('subscriptions')
  const actions = useMemo(() => customerSubscriptionActions(subscription.id), [subscription.id])
  const language = languages.find(language => language === i18n.language) ?? 'en'
  const plans = useCall(subscriptions.plans, { query: { language } })
  return (
    <QueryState of={plans} failed={t('failed')}>
      {({ plans }) => <PlanCards plans={plans} subscription={subscription} actions={actions} />}
    </QueryState>
  )
}
