import CompassOutlined from '@ant-design/icons/CompassOutlined'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#kit/button.tsx'
import { Notice } from '#kit/notice.tsx'
import { PageTitle } from '#kit/page-title.tsx'

/** In place of a screen that there is not. */
export function Component() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle>{t('notFound.title')}</PageTitle>
      <Notice
        level={1}
        icon={<CompassOutlined />}
        title={t('notFound.title')}
        actions={<ButtonLink to="/analytics">{t('notFound.home')}</ButtonLink>}
      >
        {t('notFound.text')}
      </Notice>
    </>
  )
}
