import LockOutlined from '@ant-design/icons/LockOutlined'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './button.tsx'
import { useCaller } from './caller.ts'
import { Notice } from './notice.tsx'
import { PageTitle } from './page-title.tsx'

/** In place of a screen that the permission table denies to the caller; nothing is asked of the server. */
export function NoAccess() {
  const { t } = useTranslation()
  const { role, organization } = useCaller()
  return (
    <>
      <PageTitle>{t('noAccess.title')}</PageTitle>
      <Notice
        level={1}
        icon={<LockOutlined />}
        title={t('noAccess.title')}
        actions={<ButtonLink to="/analytics">{t('noAccess.home')}</ButtonLink>}
      >
        {t('noAccess.text', { role: t(`roles.${role}`), organization: organization.name })}
      </Notice>
    </>
  )
}
