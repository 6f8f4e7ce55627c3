import LockOutlined from '@ant-design/icons/LockOutlined'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './button.tsx'
import { useCurrentUser } from './current-user.ts'
import { EmptyState } from './empty-state.tsx'
import { PageTitle } from './page.tsx'

/** Replaces a screen that the user may not see; nothing is requested from the server. */
export function NoAccess() {
  const { t } = useTranslation()
  const { role, organization } = useCurrentUser()
  return (
    <>
      <PageTitle>{t('noAccess.title')}</PageTitle>
      <EmptyState
        level={1}
        icon={<LockOutlined />}
        title={t('noAccess.title')}
        actions={<ButtonLink to="/analytics">{t('noAccess.home')}</ButtonLink>}
      >
        {t('noAccess.text', { role: t(`roles.${role}`), organization: organization.name })}
      </EmptyState>
    </>
  )
}
