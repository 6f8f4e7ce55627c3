import { useTranslation } from 'react-i18next'
import { identityProviders } from '#contract/identity/single-sign-on.ts'
import { assignments } from '#contract/people/assignments.ts'
import { organizations } from '#contract/people/organizations.ts'
import { Panel } from '../analytics/panel.tsx'
import { ButtonLink } from '../button.tsx'
import { useCanCall } from '../current-user.ts'

/** Leads to the guided set-up of a new organization. */
export function NewSetupLink() {
  const { t } = useTranslation('setup')
  const may = useCanCall()
  if (!may(organizations.create) || !may(assignments.create)) return null
  return <ButtonLink to="/users/organizations/setup">{t('title')}</ButtonLink>
}

/** Leads from an organization to its guided set-up. */
export function SetupPanel({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation('setup')
  if (!useCanCall()(assignments.create)) return null
  return (
    <Panel title={t('title')} lead={t('lead')}>
      <div>
        <ButtonLink to={`/users/organizations/${organizationId}/setup`}>{t('continue')}</ButtonLink>
      </div>
    </Panel>
  )
}

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
