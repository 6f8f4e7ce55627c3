import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { useCanCall } from '#kit/current-user.ts'
import { declarationOf } from '#kit/registry.ts'
import { Skeleton } from '#kit/skeleton.tsx'
import { loadTexts } from '#providers/i18n.ts'
import { Statistics } from './statistics.tsx'
import { OwnSubscription } from './subscription.tsx'

const AllSubscriptions = lazy(async () => {
  const [{ ListScreen }, of] = await Promise.all([
    import('#kit/resource/list/list-screen.tsx'),
    declarationOf('subscriptions'),
    loadTexts('kit', 'bulk', 'analytics', 'revenue'),
  ])
  return { default: () => <ListScreen of={of} head={<Statistics />} /> }
})

/** All subscriptions for staff; the own subscription for a customer's admin. */
export function Component() {
  const { t } = useTranslation('navigation')
  const may = useCanCall()
  if (!may(subscriptions.list)) return <OwnSubscription title={t('screens.subscriptionManagement')} />
  return (
    <Suspense fallback={<Skeleton />}>
      <AllSubscriptions />
    </Suspense>
  )
}
