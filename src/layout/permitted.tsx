import LockOutlined from '@ant-design/icons/LockOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#contract/permissions.ts'
import { ButtonLink } from '#kit/button.tsx'
import { useCaller } from '#kit/caller.ts'
import { Notice } from '#kit/notice.tsx'
import { PageTitle } from '#kit/page-title.tsx'
import { opens } from '#kit/screens.ts'

function NoAccess() {
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

/** A screen for those who hold any of the permissions, "No access" for the others; then nothing of it is mounted. */
export function Permitted({ access, children }: { access: readonly Permission[]; children: ReactNode }) {
  const { role } = useCaller()
  return opens(role, access) ? children : <NoAccess />
}
