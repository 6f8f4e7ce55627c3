import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BillingCycle, PlanId } from '#contract/billing/plans.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { ApiError, call, errorDetail } from '#kit/call.ts'
import { toast } from '#kit/toasts.ts'
import { type SubscriptionActions, useRefresh } from './actions.ts'

interface Choice {
  plan: PlanId
  name: string
  cycle: BillingCycle
}

/** Opens checkout for a plan. */
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
      toast({
        tone: 'bad',
        text:
          errorDetail(error) ?? t(error instanceof ApiError ? 'plans.checkoutFailed' : 'common:networkError'),
      }),
  })
}

/** Changes the plan of a paid subscription. */
export function useChange(actions: SubscriptionActions) {
  const { t } = useTranslation('subscriptions')
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ plan, cycle }: Choice) => actions.changePlan(plan, cycle),
    onSuccess: async (_, { name }) => {
      toast({
        tone: 'good',
        text: t(actions.audience === 'own' ? 'plans.changed' : 'staff.changed', { plan: name }),
      })
      await refresh()
    },
    onError: error => toast({ tone: 'bad', text: t('plans.changeFailed'), detail: errorDetail(error) }),
  })
}
