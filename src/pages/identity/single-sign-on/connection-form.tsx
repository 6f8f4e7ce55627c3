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
import { SelectField } from '#kit/field.tsx'
import { Form, InputItem, SelectItem, TextItem } from '#kit/form.tsx'
import { toast } from '#kit/toasts.ts'
import { GroupRoles, type Mapping } from './group-roles.tsx'
import { OpenidConnection, OpenidFacts, OpenidRules } from './openid-fields.tsx'
import { type PartProps, Section } from './parts.tsx'
import { SamlConnection, SamlFacts, SamlRules } from './saml-fields.tsx'
import styles from './single-sign-on.module.css'

type Values = Pick<
  IdentityProvider,
  | 'issuer'
  | 'client_id'
  | 'scopes'
  | 'groups_claim'
  | 'trusts_email'
  | 'signs_out'
  | 'sign_in_url'
  | 'requires_signed_response'
> & {
  client_secret?: string
  'certificates.0': string
  'certificates.1': string
  second_factor_acr: string
  group_roles: Mapping[]
  default_role: Role | typeof none
}

/** Names of the protocols, which are not translated. */
const protocols: Record<SignInProtocol, string> = { openid_connect: 'OpenID Connect', saml: 'SAML 2.0' }
const signInProtocols = Object.keys(protocols) as SignInProtocol[]

/** Value of a role select that stands for no role. */
const none = ''

const openidOf = ({ client_id, client_secret, scopes, trusts_email, signs_out }: Values) => ({
  client_id,
  ...(client_secret && { client_secret }),
  scopes,
  trusts_email,
  signs_out,
})

const samlOf = (values: Values) => ({
  sign_in_url: values.sign_in_url,
  certificates: [values['certificates.0'], values['certificates.1']].filter(text => text.trim()),
  requires_signed_response: values.requires_signed_response,
})

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

/** The provider, and how its groups become roles. */
export function ConnectionForm({ organizationId, provider, onChange }: PartProps) {
  const { t } = useTranslation(['single-sign-on', 'common'])
  const { role: ownRole } = useCurrentUser()
  const [protocol, setProtocol] = useState<SignInProtocol>(provider.protocol)
  const isSaml = protocol === 'saml'
  const roles = provider.roles.filter(role => canAssignRole(ownRole, role))

  async function save(values: Values) {
    const { issuer, groups_claim, second_factor_acr: acr, group_roles, default_role } = values
    const body = {
      protocol,
      issuer,
      groups_claim,
      ...(isSaml ? samlOf(values) : openidOf(values)),
      second_factor_acr: wordsOf(acr),
      group_roles: group_roles.map(({ group, role }) => ({ group, role })),
      default_role: default_role || null,
    }
    await call(identityProviders.save, { params: { id: organizationId }, body })
    toast({ tone: 'good', text: t('saved') })
    await onChange()
  }

  return (
    <Section title={t('connection.title')} lead={t('connection.lead')}>
      {isSaml ? <SamlFacts provider={provider} /> : <OpenidFacts provider={provider} />}
      {provider.enabled ? (
        <dl className={styles.facts}>
          <div>
            <dt>{t('connection.protocol')}</dt>
            <dd>{protocols[protocol]}</dd>
          </div>
        </dl>
      ) : (
        <SelectField
          label={t('connection.protocol')}
          value={protocol}
          onChange={setProtocol}
          options={signInProtocols.map(value => ({ value, label: protocols[value] }))}
        />
      )}
      <Form<Values>
        // What was typed for one protocol is not meant for the other.
        key={protocol}
        label={t('connection.title')}
        layout="stack"
        failed={t('notSaved')}
        names={{ certificates: 'certificates.0' }}
        initial={{
          issuer: provider.protocol === protocol ? provider.issuer : '',
          client_id: provider.client_id,
          scopes: provider.scopes,
          sign_in_url: provider.sign_in_url,
          'certificates.0': provider.certificates[0] ?? '',
          'certificates.1': provider.certificates[1] ?? '',
          requires_signed_response: provider.requires_signed_response,
          groups_claim: provider.groups_claim,
          trusts_email: provider.trusts_email,
          signs_out: provider.signs_out,
          second_factor_acr: provider.second_factor_acr.join(' '),
          group_roles: withKeys(provider.group_roles),
          default_role: provider.default_role ?? none,
        }}
        check={values => ({
          'certificates.0': isSaml && !values['certificates.0'].trim() && t('common:field.required'),
        })}
        send={save}
      >
        {pending => (
          <>
            {isSaml ? <SamlConnection provider={provider} /> : <OpenidConnection provider={provider} />}
            <TextItem
              label={t(isSaml ? 'saml.attribute' : 'roles.claim')}
              name="groups_claim"
              hint={t(isSaml ? 'saml.attributeHint' : 'roles.claimHint')}
              spellCheck={false}
              required
            />
            <InputItem name="group_roles">
              <GroupRoles roles={roles} />
            </InputItem>
            <SelectItem
              name="default_role"
              label={t('roles.default')}
              hint={t('roles.defaultHint')}
              options={[
                { value: none, label: t('roles.refuse') },
                ...roles.map(role => ({ value: role, label: t(`common:roles.${role}`) })),
              ]}
            />
            {isSaml ? <SamlRules /> : <OpenidRules />}
            <div className={styles.actions}>
              <Button type="submit" variant="main" pending={pending}>
                {t('connection.save')}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Section>
  )
}

const withKeys = (list: IdentityProvider['group_roles']): Mapping[] =>
  list.map(mapping => ({ ...mapping, key: crypto.randomUUID() }))
