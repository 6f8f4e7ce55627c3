import { Subscription, subscriptions } from '#contract/billing/subscriptions.ts'
import { badge } from '#kit/resource/badge.tsx'
import { money } from '#kit/resource/field-views.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'subscriptions',
  path: '/subscription-management',
  group: 'subscriptions',
  area: 'revenue',
  schema: Subscription,
  api: subscriptions,
  title: 'plan',
  list: {
    columns: [
      'plan',
      'organization_id',
      'status',
      'billing_cycle',
      'mrr',
      'current_period_end',
      'created_at',
    ],
    filters: [
      'status',
      'plan',
      'billing_cycle',
      'cancel_at_period_end',
      'organization_id',
      'mrr',
      'current_period_end',
      'trial_end',
      'created_at',
    ],
    sort: '-created_at',
  },
  fields: {
    price: money,
    mrr: money,
    status: badge({
      trial: 'blue',
      active: 'green',
      past_due: 'red',
      cancelled: 'grey',
      trial_expired: 'yellow',
    }),
  },
})
