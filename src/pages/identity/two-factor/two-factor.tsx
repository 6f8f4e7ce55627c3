import { useTranslation } from 'react-i18next'
import { twoFactor } from '#contract/identity/two-factor.ts'
import { Callout } from '#kit/callout.tsx'
import { useCurrentUser } from '#kit/current-user.ts'
import { Page } from '#kit/page.tsx'
import { ExportDataButton } from '#kit/person-data/person-actions.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'
import { Authenticator } from './authenticator.tsx'
import { Passkeys } from './passkeys.tsx'
import { OwnPassword } from './password.tsx'
import { Sessions } from './sessions.tsx'
import styles from './two-factor.module.css'

export function Component() {
  const { t } = useTranslation(['security', 'navigation'])
  const { second_factor_missing, organization } = useCurrentUser()
  const status = useCall(twoFactor.status)
  return (
    <Page title={t('navigation:screens.twoFactor')} lead={t('lead')}>
      {second_factor_missing && (
        <Callout tone="warn">
          <p>{t('required', { organization: organization.name })}</p>
        </Callout>
      )}
      <div className={styles.panels}>
        <section className={styles.panel} aria-labelledby="authenticator">
          <h2 id="authenticator">{t('totp.title')}</h2>
          <QueryState of={status} failed={t('failed')}>
            {status => <Authenticator status={status} />}
          </QueryState>
        </section>
        {!second_factor_missing && (
          <>
            <Passkeys />
            <OwnPassword />
            <Sessions />
            <OwnData />
          </>
        )}
      </div>
    </Page>
  )
}

/** Downloads a copy of the user's personal data. */
function OwnData() {
  const { t } = useTranslation('privacy')
  const { name } = useCurrentUser()
  return (
    <section className={styles.panel} aria-labelledby="own-data">
      <h2 id="own-data">{t('package.own')}</h2>
      <p>{t('package.ownLead')}</p>
      <div className={styles.actions}>
        <ExportDataButton name={name} />
      </div>
    </section>
  )
}
