import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { ButtonLink } from '#kit/button.tsx'
import { useCanCall } from '#kit/current-user.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { Reference } from '#kit/resource/reference.tsx'
import { useCall } from '#kit/use-call.ts'
import { Billing } from './billing.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { CustomerCancellation, CustomerPlans } from './customer-plans.tsx'
import { Invoices } from './invoices.tsx'
import { Movements } from './movements.tsx'
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
