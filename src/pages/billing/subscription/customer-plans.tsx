import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Subscription, subscriptions } from '#contract/billing/subscriptions.ts'
import { languages } from '#contract/kit/language.ts'
import { Reading } from '#kit/reading.tsx'
import { useCall } from '#kit/use-call.ts'
import { actsUpon } from './acts.ts'
import { CancelPlan } from './cancel-plan.tsx'
import { PlanCards } from './plan-cards.tsx'

/** Cancels a customer's plan, or lets it go on. */
export function CustomerCancellation({ subscription }: { subscription: Subscription }) {
  const acts = useMemo(() => actsUpon(subscription.id), [subscription.id])
  return <CancelPlan subscription={subscription} acts={acts} />
}

/** The plans that a customer who pays can be moved to. */
export function CustomerPlans({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useTranslation('subscriptions')
  const acts = useMemo(() => actsUpon(subscription.id), [subscription.id])
  const language = languages.find(language => language === i18n.language) ?? 'en'
  const plans = useCall(subscriptions.plans, { query: { language } })
  return (
    <Reading of={plans} failed={t('failed')}>
      {({ plans }) => <PlanCards plans={plans} subscription={subscription} acts={acts} />}
    </Reading>
  )
}
