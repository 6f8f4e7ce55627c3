import CompassOutlined from '@ant-design/icons/CompassOutlined'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#kit/button.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { PageTitle } from '#kit/page.tsx'

/** 404 screen. */
export function Component() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle>{t('notFound.title')}</PageTitle>
      <EmptyState
        level={1}
        icon={<CompassOutlined />}
        title={t('notFound.title')}
        actions={<ButtonLink to="/analytics">{t('notFound.home')}</ButtonLink>}
      >
        {t('notFound.text')}
      </EmptyState>
    </>
  )
}
