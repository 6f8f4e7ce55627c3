import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Subscription, subscriptions } from '#contract/billing/subscriptions.ts'
import { languages } from '#contract/kit/language.ts'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'
import { customerSubscriptionActions } from './actions.ts'
import { CancelPlan } from './cancel-plan.tsx'
import { PlanCards } from './plan-cards.tsx'

/** Cancels or resumes a customer's plan. */
export function CustomerCancellation({ subscription }: { subscription: Subscription }) {
  const acts = useMemo(() => customerSubscriptionActions(subscription.id), [subscription.id])
  return <CancelPlan subscription={subscription} acts={acts} />
}

/** Plans that a paying customer can be moved to. */
export function CustomerPlans({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useTranslation('subscriptions')
  const acts = useMemo(() => customerSubscriptionActions(subscription.id), [subscription.id])
  const language = languages.find(language => language === i18n.language) ?? 'en'
  const plans = useCall(subscriptions.plans, { query: { language } })
  return (
    <QueryState of={plans} failed={t('failed')}>
      {({ plans }) => <PlanCards plans={plans} subscription={subscription} acts={acts} />}
    </QueryState>
  )
}
