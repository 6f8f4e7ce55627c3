import { useTranslation } from 'react-i18next'
import { identityProviders } from '#contract/identity/single-sign-on.ts'
import { Panel } from '../analytics/panel.tsx'
import { ButtonLink } from '../button.tsx'
import { useCanCall } from '../current-user.ts'

/** Leads from an organization to its single sign-on settings. */
export function SingleSignOnLink({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation('single-sign-on')
  if (!useCanCall()(identityProviders.show)) return null
  return (
    <Panel title={t('title')} lead={t('lead')}>
      <div>
        <ButtonLink to={`/users/organizations/${organizationId}/single-sign-on`}>{t('open')}</ButtonLink>
      </div>
    </Panel>
  )
}
