import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#kit/button.tsx'
import { Notice } from '#kit/notice.tsx'
import { Page } from '#kit/page.tsx'

/** After a checkout that was left. */
export function Component() {
  const { t } = useTranslation(['subscriptions', 'navigation'])
  return (
    <Page title={t('navigation:screens.subscriptionCancel')}>
      <Notice
        icon={<CloseCircleOutlined />}
        title={t('cancelled.title')}
        actions={
          <>
            <ButtonLink to="/analytics">{t('cancelled.home')}</ButtonLink>
            <ButtonLink look="main" to="/subscription">
              {t('cancelled.again')}
            </ButtonLink>
          </>
        }
      >
        {t('cancelled.text')}
      </Notice>
    </Page>
  )
}
