import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { identityProviders } from '#contract/identity/single-sign-on.ts'
import { organizations } from '#contract/people/organizations.ts'
import { onReport } from '#kit/identity/single-sign-on.ts'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useCall, useRefetch } from '#kit/use-call.ts'
import { ConnectionForm } from './connection-form.tsx'
import { Domains } from './domains.tsx'
import { RemoveSettings } from './remove-settings.tsx'
import { Rollout } from './rollout.tsx'
import styles from './single-sign-on.module.css'
import { TestPanel } from './test-result.tsx'

const resource = 'single-sign-on'

/** Single sign-on of one organization: provider, domains, test, and switching it on. */
export function Component() {
  const { t } = useTranslation('single-sign-on')
  const { id = '' } = useParams()
  const params = { id }
  const settings = useCall(identityProviders.show, { params }, { resource })
  const organization = useCall(organizations.show, { params })
  const refetch = useRefetch(resource)
  useEffect(() => onReport(report => report === 'tested' && void refetch()), [refetch])
  const name = organization.data?.name

  return (
    <Page title={t('title')} lead={name ? t('leadOf', { organization: name }) : t('lead')}>
      <QueryState of={settings} failed={t('failed')}>
        {provider => {
          const props = { organizationId: id, provider, onChange: refetch }
          return (
            <div className={styles.panels}>
              <ConnectionForm key={provider.id} {...props} />
              <Domains {...props} />
              {provider.id && <TestPanel {...props} />}
              {provider.id && <Rollout key={`${provider.enabled} ${provider.required}`} {...props} />}
              {provider.id && <RemoveSettings {...props} />}
            </div>
          )
        }}
      </QueryState>
    </Page>
  )
}
