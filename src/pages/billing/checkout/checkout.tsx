import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { checkouts } from '#contract/billing/checkouts.ts'
import { plans } from '#contract/billing/plans.ts'
import { ButtonLink } from '#kit/button.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { useFormat } from '#kit/format.ts'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'
import { CardForm } from './card-form.tsx'
import styles from './checkout.module.css'

/** Embedded checkout, used when no payment provider is configured. */
export function Component() {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  const { id = '' } = useParams()
  const payment = useCall(checkouts.show, { params: { id } })
  return (
    <Page title={t('checkout.title')} lead={t('checkout.lead')}>
      <QueryState of={payment} failed={t('checkout.failed')}>
        {({ plan, billing_cycle, amount, status }) =>
          status === 'open' ? (
            <div className={styles.columns}>
              <section className={styles.panel} aria-labelledby="payment">
                <h2 id="payment">{t('checkout.summary', { plan: plans[plan].name })}</h2>
                <p className={styles.amount}>
                  <strong className="numbers">{format.money(amount)}</strong>{' '}
                  {t(billing_cycle === 'yearly' ? 'plans.year' : 'plans.month')}
                </p>
                <CardForm id={id} amount={amount} />
              </section>
              <TestCards />
            </div>
          ) : (
            <EmptyState
              tone={status === 'completed' ? 'good' : 'calm'}
              icon={status === 'completed' ? <CheckCircleOutlined /> : <CloseCircleOutlined />}
              title={t(`checkout.${status}`)}
              actions={<ButtonLink to="/subscription">{t('checkout.toPlan')}</ButtonLink>}
            />
          )
        }
      </QueryState>
    </Page>
  )
}

const cards = [
  ['4242 4242 4242 4242', 'checkout.good'],
  ['4000 0000 0000 0002', 'checkout.declined'],
  ['4000 0025 0000 3155', 'checkout.authenticated'],
] as const

/** Test cards of the embedded checkout with their outcomes. */
function TestCards() {
  const { t } = useTranslation('subscriptions')
  return (
    <section className={styles.panel} aria-labelledby="test-cards">
      <h2 id="test-cards">{t('checkout.cards')}</h2>
      <ul className={styles.cards}>
        {cards.map(([number, text]) => (
          <li key={number}>
            <code>{number}</code>
            <CopyButton text={number} label={number} />
            <span>{t(text)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
