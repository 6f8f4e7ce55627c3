import { useTranslation } from 'react-i18next'
import type { IdentityProvider } from '#contract/identity/single-sign-on.ts'
import { Checkbox, PasswordField, TextField } from '#kit/field.tsx'
import { CopiedValue } from './parts.tsx'
import styles from './single-sign-on.module.css'

/** Fields of a protocol, which are not controlled. */
export interface FieldsProps {
  provider: IdentityProvider
  errors: { [name in string]?: string }
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
export function OpenidConnection({ provider, errors }: FieldsProps) {
  const { t } = useTranslation('single-sign-on')
  const isFixed = provider.enabled
  return (
    <>
      <TextField
        label={t('connection.issuer')}
        name="issuer"
        hint={isFixed ? t('connection.fixed') : t('connection.issuerHint')}
        error={errors.issuer}
        defaultValue={provider.protocol === 'openid_connect' ? provider.issuer : ''}
        readOnly={isFixed}
        inputMode="url"
        spellCheck={false}
        required
      />
      <TextField
        label={t('connection.clientId')}
        name="client_id"
        error={errors.client_id}
        defaultValue={provider.client_id}
        readOnly={isFixed}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <PasswordField
        label={t('connection.clientSecret')}
        name="client_secret"
        hint={t(provider.has_client_secret ? 'connection.secretKept' : 'connection.secretHint')}
        error={errors.client_secret}
        autoComplete="new-password"
        required={!provider.has_client_secret}
      />
      <TextField
        label={t('connection.scopes')}
        name="scopes"
        hint={t('connection.scopesHint')}
        error={errors.scopes}
        defaultValue={provider.scopes}
        readOnly={isFixed}
        spellCheck={false}
        required
      />
    </>
  )
}

/** Rules that depend on claims of OpenID Connect. */
export function OpenidRules({ provider, errors }: FieldsProps) {
  const { t } = useTranslation('single-sign-on')
  return (
    <>
      <TextField
        label={t('connection.acr')}
        name="second_factor_acr"
        hint={t('connection.acrHint')}
        error={errors.second_factor_acr}
        defaultValue={provider.second_factor_acr.join(' ')}
        spellCheck={false}
      />
      <Checkbox
        label={t('connection.trustsEmail')}
        name="trusts_email"
        hint={t('connection.trustsEmailHint')}
        defaultChecked={provider.trusts_email}
      />
      <Checkbox label={t('connection.signsOut')} name="signs_out" defaultChecked={provider.signs_out} />
    </>
  )
}
