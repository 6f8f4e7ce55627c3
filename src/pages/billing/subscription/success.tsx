import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined'
import { useTranslation } from 'react-i18next'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { ButtonLink } from '#kit/button.tsx'
import { useFormat } from '#kit/format.ts'
import { Notice } from '#kit/notice.tsx'
import { Page } from '#kit/page.tsx'
import { Reading } from '#kit/reading.tsx'
import { useCall } from '#kit/use-call.ts'

/** Milliseconds between two looks for a payment that the provider has yet to tell of. */
const every = 2_000

/** After a checkout: the plan once it is there. The browser may well be here before the provider has told of it. */
export function Component() {
  const { t } = useTranslation(['subscriptions', 'navigation'])
  const format = useFormat()
  const current = useCall(subscriptions.current, {}, { every })
  return (
    <Page title={t('navigation:screens.subscriptionSuccess')} lead={t('success.lead')}>
      <Reading of={current} failed={t('failed')}>
        {({ subscription, plan }) =>
          plan && subscription?.status === 'active' ? (
            <Notice
              tone="good"
              role="status"
              icon={<CheckCircleOutlined />}
              title={t('success.active', { plan: plan.name })}
              actions={
                <>
                  <ButtonLink to="/subscription">{t('success.manage')}</ButtonLink>
                  <ButtonLink look="main" to="/analytics">
                    {t('success.home')}
                  </ButtonLink>
                </>
              }
            >
              {t('success.activeText', { date: format.date(subscription.current_period_end) })}
            </Notice>
          ) : (
            <Notice
              role="status"
              icon={<ClockCircleOutlined />}
              title={t('success.waiting')}
              actions={<ButtonLink to="/subscription">{t('success.manage')}</ButtonLink>}
            >
              {t('success.waitingText')}
            </Notice>
          )
        }
      </Reading>
    </Page>
  )
}
