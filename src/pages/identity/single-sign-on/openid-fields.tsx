import { useTranslation } from 'react-i18next'
import type { IdentityProvider } from '#contract/identity/single-sign-on.ts'
import { CheckItem, PasswordItem, TextItem } from '#kit/form.tsx'
import { CopiedValue } from './parts.tsx'
import styles from './single-sign-on.module.css'

/** Fields of a protocol, within the form of the connection. */
export interface FieldsProps {
  provider: IdentityProvider
}

/** What a provider has to know of this service for OpenID Connect. */
export function OpenidFacts({ provider }: { provider: IdentityProvider }) {
  const { t } = useTranslation('single-sign-on')
  return (
    <dl className={styles.facts}>
      <CopiedValue
        label={t('connection.redirectUri')}
        value={provider.redirect_uri}
        copy={t('connection.copyRedirectUri')}
      />
      <CopiedValue
        label={t('connection.signOutUri')}
        value={provider.sign_out_uri}
        copy={t('connection.copySignOutUri')}
      />
    </dl>
  )
}

/** The connection by OpenID Connect. */
export function OpenidConnection({ provider }: FieldsProps) {
  const { t } = useTranslation('single-sign-on')
  const isFixed = provider.enabled
  return (
    <>
      <TextItem
        label={t('connection.issuer')}
        name="issuer"
        hint={isFixed ? t('connection.fixed') : t('connection.issuerHint')}
        readOnly={isFixed}
        inputMode="url"
        spellCheck={false}
        required
      />
      <TextItem
        label={t('connection.clientId')}
        name="client_id"
        readOnly={isFixed}
        spellCheck={false}
        required
      />
      <PasswordItem
        label={t('connection.clientSecret')}
        name="client_secret"
        hint={t(provider.has_client_secret ? 'connection.secretKept' : 'connection.secretHint')}
        autoComplete="new-password"
        required={!provider.has_client_secret}
      />
      <TextItem
        label={t('connection.scopes')}
        name="scopes"
        hint={t('connection.scopesHint')}
        readOnly={isFixed}
        spellCheck={false}
        required
      />
    </>
  )
}

/** Rules that depend on claims of OpenID Connect. */
export function OpenidRules() {
  const { t } = useTranslation('single-sign-on')
  return (
    <>
      <TextItem
        label={t('connection.acr')}
        name="second_factor_acr"
        hint={t('connection.acrHint')}
        spellCheck={false}
      />
      <CheckItem
        label={t('connection.trustsEmail')}
        name="trusts_email"
        hint={t('connection.trustsEmailHint')}
      />
      <CheckItem label={t('connection.signsOut')} name="signs_out" />
    </>
  )
}
