import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type IdentityProvider,
  identityProviders,
  type SignInProtocol,
} from '#contract/identity/single-sign-on.ts'
import { canAssignRole, type Role } from '#contract/kit/permissions.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { FormError, SelectField, TextField } from '#kit/field.tsx'
import { toast } from '#kit/toasts.ts'
import { useSubmit } from '#kit/use-submit.ts'
import { GroupRoles, type Mapping } from './group-roles.tsx'
import { OpenidConnection, OpenidFacts, OpenidRules } from './openid-fields.tsx'
import { type PartProps, Section } from './parts.tsx'
import { SamlConnection, SamlFacts, SamlRules } from './saml-fields.tsx'
import styles from './single-sign-on.module.css'

const fields = [
  'issuer',
  'client_id',
  'client_secret',
  'scopes',
  'sign_in_url',
  'certificates.0',
  'certificates.1',
  'requires_signed_response',
  'groups_claim',
  'second_factor_acr',
  'trusts_email',
  'signs_out',
] as const

/** Value of a role select that stands for no role. */
const none = ''

type Values = Record<(typeof fields)[number], string>

const openidOf = ({ client_id, client_secret, scopes, trusts_email, signs_out }: Values) => ({
  client_id,
  ...(client_secret && { client_secret }),
  scopes,
  trusts_email: trusts_email === 'on',
  signs_out: signs_out === 'on',
})

const samlOf = (values: Values) => ({
  sign_in_url: values.sign_in_url,
  certificates: [values['certificates.0'], values['certificates.1']].filter(text => text.trim()),
  requires_signed_response: values.requires_signed_response === 'on',
})

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

/** The provider, and how its groups become roles. */
export function ConnectionForm({ organizationId, provider, onChange }: PartProps) {
  const { t } = useTranslation(['single-sign-on', 'common'])
  const { role: ownRole } = useCurrentUser()
  const [mappings, setMappings] = useState<Mapping[]>(() => withKeys(provider.group_roles))
  const [defaultRole, setDefaultRole] = useState<Role | typeof none>(provider.default_role ?? none)
  const [protocol, setProtocol] = useState<SignInProtocol>(provider.protocol)
  const isSaml = protocol === 'saml'
  const roles = provider.roles.filter(role => canAssignRole(ownRole, role))
  const { errors, failure, pending, onSubmit } = useSubmit({
    fields,
    failed: t('notSaved'),
    names: { certificates: 'certificates.0' },
    send: async values => {
      const { second_factor_acr: acr, issuer, groups_claim } = values
      const body = {
        protocol,
        issuer,
        groups_claim,
        ...(isSaml ? samlOf(values) : openidOf(values)),
        second_factor_acr: wordsOf(acr),
        group_roles: mappings.map(({ group, role }) => ({ group, role })),
        default_role: defaultRole || null,
      }
      await call(identityProviders.save, { params: { id: organizationId }, body })
      toast({ tone: 'good', text: t('saved') })
      await onChange()
    },
  })
  const parts = { provider, errors }

  return (
    <Section title={t('connection.title')} lead={t('connection.lead')}>
      {isSaml ? <SamlFacts provider={provider} /> : <OpenidFacts provider={provider} />}
      <form className={styles.form} noValidate onSubmit={onSubmit} aria-label={t('connection.title')}>
        <FormError failure={failure} />
        <SelectField
          label={t('connection.protocol')}
          value={protocol}
          onChange={setProtocol}
          disabled={provider.enabled}
          options={[
            { value: 'openid_connect', label: 'OpenID Connect' },
            { value: 'saml', label: 'SAML 2.0' },
          ]}
        />
        {isSaml ? <SamlConnection {...parts} /> : <OpenidConnection {...parts} />}
        <TextField
          label={t(isSaml ? 'saml.attribute' : 'roles.claim')}
          name="groups_claim"
          hint={t(isSaml ? 'saml.attributeHint' : 'roles.claimHint')}
          error={errors.groups_claim}
          defaultValue={provider.groups_claim}
          spellCheck={false}
          required
        />
        <GroupRoles mappings={mappings} roles={roles} onChange={setMappings} />
        <SelectField
          label={t('roles.default')}
          hint={t('roles.defaultHint')}
          value={defaultRole}
          onChange={setDefaultRole}
          options={[
            { value: none, label: t('roles.refuse') },
            ...roles.map(role => ({ value: role, label: t(`common:roles.${role}`) })),
          ]}
        />
        {isSaml ? <SamlRules {...parts} /> : <OpenidRules {...parts} />}
        <div className={styles.actions}>
          <Button type="submit" variant="main" pending={pending}>
            {t('connection.save')}
          </Button>
        </div>
      </form>
    </Section>
  )
}

const withKeys = (list: IdentityProvider['group_roles']): Mapping[] =>
  list.map(mapping => ({ ...mapping, key: crypto.randomUUID() }))
