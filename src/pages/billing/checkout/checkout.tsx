import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { checkouts } from '#contract/billing/checkouts.ts'
import { plans } from '#contract/billing/plans.ts'
import { ButtonLink } from '#kit/button.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { useFormat } from '#kit/format.ts'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'
import { CardForm } from './card-form.tsx'
import styles from './checkout.module.css'
import { TestCards } from './test-cards.tsx'

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
