import { useTranslation } from 'react-i18next'
import { type IdentityProvider, identityProviders } from '#contract/identity/single-sign-on.ts'
import { canAssignRole, type Role } from '#contract/kit/permissions.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { CheckItem, Form, InputItem, PasswordItem, SelectItem, TextItem } from '#kit/form.tsx'
import { toast } from '#kit/toasts.ts'
import { GroupRoles, type Mapping } from './group-roles.tsx'
import { CopiedValue, type PartProps, Section } from './parts.tsx'
import styles from './single-sign-on.module.css'

type Values = Pick<
  IdentityProvider,
  'issuer' | 'client_id' | 'scopes' | 'groups_claim' | 'trusts_email' | 'signs_out'
> & {
  client_secret?: string
  second_factor_acr: string
  group_roles: Mapping[]
  default_role: Role | typeof none
}

/** Value of a role select that stands for no role. */
const none = ''

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

/** The provider, and how its groups become roles. */
export function ConnectionForm({ organizationId, provider, onChange }: PartProps) {
  const { t } = useTranslation(['single-sign-on', 'common'])
  const { role: ownRole } = useCurrentUser()
  const roles = provider.roles.filter(role => canAssignRole(ownRole, role))
  const { issuer, client_id, scopes, groups_claim, trusts_email, signs_out } = provider

  async function save({ client_secret: secret, second_factor_acr: acr, default_role, ...values }: Values) {
    const body = {
      ...values,
      ...(secret && { client_secret: secret }),
      second_factor_acr: wordsOf(acr),
      group_roles: values.group_roles.map(({ group, role }) => ({ group, role })),
      default_role: default_role || null,
    }
    await call(identityProviders.save, { params: { id: organizationId }, body })
    toast({ tone: 'good', text: t('saved') })
    await onChange()
  }
  const isFixed = provider.enabled

  return (
    <Section title={t('connection.title')} lead={t('connection.lead')}>
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
      <Form<Values>
        label={t('connection.title')}
        layout="stack"
        failed={t('notSaved')}
        initial={{
          issuer,
          client_id,
          scopes,
          groups_claim,
          trusts_email,
          signs_out,
          second_factor_acr: provider.second_factor_acr.join(' '),
          group_roles: withKeys(provider.group_roles),
          default_role: provider.default_role ?? none,
        }}
        send={save}
      >
        {pending => (
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
            <TextItem
              label={t('roles.claim')}
              name="groups_claim"
              hint={t('roles.claimHint')}
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
