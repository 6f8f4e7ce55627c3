import { useTranslation } from 'react-i18next'
import type { IdentityProvider } from '#contract/identity/single-sign-on.ts'
import { CheckItem, InputItem, TextItem } from '#kit/form.tsx'
import { useFormat } from '#kit/format.ts'
import type { FieldsProps } from './openid-fields.tsx'
import { CopiedValue } from './parts.tsx'
import styles from './single-sign-on.module.css'

/** What a provider has to know of this service for SAML, one by one and as metadata. */
export function SamlFacts({ provider }: { provider: IdentityProvider }) {
  const { t } = useTranslation('single-sign-on')
  const { entity_id, response_url } = provider.service_provider
  return (
    <>
      <dl className={styles.facts}>
        <CopiedValue label={t('saml.entityId')} value={entity_id} copy={t('saml.copyEntityId')} />
        <CopiedValue label={t('saml.responseUrl')} value={response_url} copy={t('saml.copyResponseUrl')} />
      </dl>
      <p>
        <a href={new URL(entity_id).pathname} download>
          {t('saml.metadata')}
        </a>
      </p>
    </>
  )
}

/** The connection by SAML. */
export function SamlConnection({ provider }: FieldsProps) {
  const { t } = useTranslation('single-sign-on')
  const isFixed = provider.enabled
  return (
    <>
      <TextItem
        label={t('saml.providerId')}
        name="issuer"
        hint={isFixed ? t('connection.fixed') : t('saml.providerIdHint')}
        readOnly={isFixed}
        spellCheck={false}
        required
      />
      <TextItem
        label={t('saml.signInUrl')}
        name="sign_in_url"
        hint={t('saml.signInUrlHint')}
        readOnly={isFixed}
        inputMode="url"
        spellCheck={false}
        required
      />
      <CertificateField index={0} provider={provider} />
      <CertificateField index={1} provider={provider} />
      <CheckItem
        label={t('saml.signedResponse')}
        name="requires_signed_response"
        hint={t('saml.signedResponseHint')}
      />
    </>
  )
}

function CertificateField({ provider, index }: FieldsProps & { index: 0 | 1 }) {
  const { t } = useTranslation('single-sign-on')
  const format = useFormat()
  const facts = provider.certificate_facts[index]
  const isNext = index === 1
  return (
    <InputItem
      label={t(isNext ? 'saml.nextCertificate' : 'saml.certificate')}
      name={`certificates.${index}`}
      hint={
        facts
          ? t('saml.expires', { date: format.date(facts.expires_at), fingerprint: facts.fingerprint })
          : t(isNext ? 'saml.nextCertificateHint' : 'saml.certificateHint')
      }
    >
      <textarea className={styles.certificate} dir="ltr" rows={4} spellCheck={false} />
    </InputItem>
  )
}

/** Rules that depend on what a SAML assertion says. */
export function SamlRules() {
  const { t } = useTranslation('single-sign-on')
  return (
    <TextItem
      label={t('saml.contexts')}
      name="second_factor_acr"
      hint={t('saml.contextsHint')}
      spellCheck={false}
    />
  )
}
