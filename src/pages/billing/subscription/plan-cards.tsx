import CheckOutlined from '@ant-design/icons/CheckOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BillingCycle } from '#contract/billing/plans.ts'
import type { Plan, Subscription } from '#contract/billing/subscriptions.ts'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { useFormat } from '#kit/format.ts'
import { Segmented } from '#kit/segmented.tsx'
import { ownSubscriptionActions, type SubscriptionActions } from './actions.ts'
import styles from './subscription.module.css'
import { useChange, useCheckout } from './use-choose.ts'

const cycles = ['monthly', 'yearly'] as const

const priceOf = (plan: Plan, cycle: BillingCycle) =>
  cycle === 'yearly' ? plan.price_yearly : plan.price_monthly

interface PlanCardsProps {
  plans: Plan[]
  subscription: Subscription | null
  actions?: SubscriptionActions
}

/** Plans with monthly or yearly prices; selecting one opens checkout or changes the subscription. */
export function PlanCards({ plans, subscription, actions = ownSubscriptionActions }: PlanCardsProps) {
  const { t } = useTranslation('subscriptions')
  const [cycle, setCycle] = useState<BillingCycle>(subscription?.billing_cycle ?? 'monthly')
  return (
    <section className={styles.plans} aria-labelledby="plans">
      <header>
        <h2 id="plans">{t('plans.title')}</h2>
        <Segmented
          label={t('plans.cycle')}
          options={cycles.map(value => ({ value, text: t(`plans.${value}`) }))}
          value={cycle}
          onChange={setCycle}
        />
      </header>
      <ul>
        {plans.map(plan => (
          <PlanCard key={plan.id} plan={plan} cycle={cycle} subscription={subscription} actions={actions} />
        ))}
      </ul>
    </section>
  )
}

interface PlanCardProps {
  plan: Plan
  cycle: BillingCycle
  subscription: Subscription | null
  actions: SubscriptionActions
}

function PlanCard({ plan, cycle, subscription, actions }: PlanCardProps) {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  const pays = subscription?.status === 'active' || subscription?.status === 'past_due'
  const isOwn = pays && subscription.plan === plan.id && subscription.billing_cycle === cycle
  return (
    <li className={styles.card} data-own={isOwn || undefined}>
      <h3>{plan.name}</h3>
      <p className={styles.cardPrice}>
        <strong className="numbers">{format.money(priceOf(plan, cycle))}</strong>{' '}
        {t(cycle === 'yearly' ? 'plans.year' : 'plans.month')}
      </p>
      <p className={styles.description}>
        <bdi>{plan.description}</bdi>
      </p>
      <ul className={styles.features}>
        {plan.features.map(feature => (
          <li key={feature}>
            <CheckOutlined aria-hidden />
            <bdi>{feature}</bdi>
          </li>
        ))}
      </ul>
      <Choose plan={plan} cycle={cycle} subscription={subscription} actions={actions} isOwn={isOwn} />
    </li>
  )
}

function Choose({ plan, cycle, subscription, actions, isOwn }: PlanCardProps & { isOwn: boolean }) {
  const { t } = useTranslation('subscriptions')
  const checkout = useCheckout()
  const choice = { plan: plan.id, name: plan.name, cycle }
  if (subscription?.status === 'active' && !isOwn)
    return <Change choice={choice} price={priceOf(plan, cycle)} actions={actions} />
  const ownPlan = t(actions.audience === 'own' ? 'plans.current' : 'staff.currentPlan')
  const owes = subscription?.status === 'past_due'
  if (isOwn ? !owes || subscription?.provider === 'stripe' : owes)
    return isOwn ? <p className={styles.own}>{ownPlan}</p> : null
  return (
    <Button
      variant="main"
      pending={checkout.isPending || checkout.isSuccess}
      onClick={() => checkout.mutate(choice)}
    >
      {isOwn ? t('current.payNow') : t('plans.choose', { plan: plan.name })}
    </Button>
  )
}

function Change({
  choice,
  price,
  actions,
}: {
  choice: Parameters<ReturnType<typeof useChange>['mutate']>[0]
  price: number
  actions: SubscriptionActions
}) {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  const change = useChange(actions)
  const [asking, setAsking] = useState(false)
  const plan = choice.name
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('plans.change', { plan })}</Button>
      {asking && (
        <Dialog
          title={t('plans.changeTitle', { plan })}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button autoFocus onClick={() => setAsking(false)}>
                {t(actions.audience === 'own' ? 'plans.keep' : 'staff.keep')}
              </Button>
              <Button
                variant="main"
                pending={change.isPending}
                onClick={() => change.mutate(choice, { onSettled: () => setAsking(false) })}
              >
                {t('plans.change', { plan })}
              </Button>
            </>
          }
        >
          <p>{t('plans.changeText', { price: format.money(price) })}</p>
        </Dialog>
      )}
    </>
  )
}
