import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BillingCycle, PlanId } from '#contract/billing/plans.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { call, Refused, reasonOf } from '#kit/call.ts'
import { say } from '#kit/toasts.ts'
import type { Acts } from './acts.ts'
import { useRefresh } from './use-refresh.ts'

interface Choice {
  plan: PlanId
  name: string
  cycle: BillingCycle
}

/** Leads to the payment of a plan. */
export function useCheckout() {
  const { t } = useTranslation(['subscriptions', 'common'])
  return useMutation({
    mutationFn: ({ plan, cycle }: Choice) => {
      const { origin } = window.location
      return call(subscriptions.checkout, {
        body: {
          plan_id: plan,
          billing_cycle: cycle,
          success_url: `${origin}/subscription/success`,
          cancel_url: `${origin}/subscription/cancel`,
        },
      })
    },
    onSuccess: ({ checkout_url }) => window.location.assign(checkout_url),
    onError: error =>
      say({
        tone: 'bad',
        text: reasonOf(error) ?? t(error instanceof Refused ? 'plans.checkoutFailed' : 'common:networkError'),
      }),
  })
}

/** Changes the plan of a subscription that pays. */
export function useChange(acts: Acts) {
  const { t } = useTranslation('subscriptions')
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ plan, cycle }: Choice) => acts.changePlan(plan, cycle),
    onSuccess: async (_, { name }) => {
      say({ tone: 'good', text: t(acts.whose === 'own' ? 'plans.changed' : 'staff.changed', { plan: name }) })
      await refresh()
    },
    onError: error => say({ tone: 'bad', text: t('plans.changeFailed'), detail: reasonOf(error) }),
  })
}
