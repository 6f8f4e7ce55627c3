import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#kit/button.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { Page } from '#kit/page.tsx'

/** Shown after an abandoned checkout. */
export function Component() {
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
