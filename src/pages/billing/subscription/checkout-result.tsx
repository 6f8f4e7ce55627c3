import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined'
import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined'
import { useTranslation } from 'react-i18next'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { ButtonLink } from '#kit/button.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { useFormat } from '#kit/format.ts'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'

/** Poll interval in milliseconds while the provider's webhook is outstanding. */
const refetchIntervalMs = 2_000

/** Shown after checkout. The browser can return before the provider's webhook arrives, so this polls. */
export function CheckoutSuccess() {
  const { t } = useTranslation(['subscriptions', 'navigation'])
  const format = useFormat()
  const current = useCall(subscriptions.current, {}, { refetchIntervalMs })
  return (
    <Page title={t('navigation:screens.subscriptionSuccess')} lead={t('success.lead')}>
      <QueryState of={current} failed={t('failed')}>
        {({ subscription, plan }) =>
          plan && subscription?.status === 'active' ? (
            <EmptyState
              tone="good"
              role="status"
              icon={<CheckCircleOutlined />}
              title={t('success.active', { plan: plan.name })}
              actions={
                <>
                  <ButtonLink to="/subscription">{t('success.manage')}</ButtonLink>
                  <ButtonLink variant="main" to="/analytics">
                    {t('success.home')}
                  </ButtonLink>
                </>
              }
            >
              {t('success.activeText', { date: format.date(subscription.current_period_end) })}
            </EmptyState>
          ) : (
            <EmptyState
              role="status"
              icon={<ClockCircleOutlined />}
              title={t('success.waiting')}
              actions={<ButtonLink to="/subscription">{t('success.manage')}</ButtonLink>}
            >
              {t('success.waitingText')}
            </EmptyState>
          )
        }
      </QueryState>
    </Page>
  )
}

/** Shown after an abandoned checkout. */
export function CheckoutCancelled() {
  const { t } = useTranslation(['subscriptions', 'navigation'])
  return (
    <Page title={t('navigation:screens.subscriptionCancel')}>
      <EmptyState
        icon={<CloseCircleOutlined />}
        title={t('cancelled.title')}
        actions={
          <>
            <ButtonLink to="/analytics">{t('cancelled.home')}</ButtonLink>
            <ButtonLink variant="main" to="/subscription">
              {t('cancelled.again')}
            </ButtonLink>
          </>
        }
      >
        {t('cancelled.text')}
      </EmptyState>
    </Page>
  )
}
