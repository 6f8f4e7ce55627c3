import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type IdentityProvider, identityProviders } from '#contract/identity/single-sign-on.ts'
import { canAssignRole, type Role } from '#contract/kit/permissions.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { Checkbox, FormError, PasswordField, SelectField, TextField } from '#kit/field.tsx'
import { toast } from '#kit/toasts.ts'
import { useSubmit } from '#kit/use-submit.ts'
import { GroupRoles, type Mapping } from './group-roles.tsx'
import { CopiedValue, type PartProps, Section } from './parts.tsx'
import styles from './single-sign-on.module.css'

const fields = [
  'issuer',
  'client_id',
  'client_secret',
  'scopes',
  'groups_claim',
  'second_factor_acr',
  'trusts_email',
  'signs_out',
] as const

/** Value of a role select that stands for no role. */
const none = ''

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

/** The provider, and how its groups become roles. */
export function ConnectionForm({ organizationId, provider, onChange }: PartProps) {
  const { t } = useTranslation(['single-sign-on', 'common'])
  const { role: ownRole } = useCurrentUser()
  const [mappings, setMappings] = useState<Mapping[]>(() => withKeys(provider.group_roles))
  const [defaultRole, setDefaultRole] = useState<Role | typeof none>(provider.default_role ?? none)
  const roles = provider.roles.filter(role => canAssignRole(ownRole, role))
  const { errors, failure, pending, onSubmit } = useSubmit({
    fields,
    failed: t('notSaved'),
    send: async ({ client_secret: secret, second_factor_acr: acr, trusts_email, signs_out, ...texts }) => {
      const body = {
        ...texts,
        ...(secret && { client_secret: secret }),
        second_factor_acr: wordsOf(acr),
        trusts_email: trusts_email === 'on',
        signs_out: signs_out === 'on',
        group_roles: mappings.map(({ group, role }) => ({ group, role })),
        default_role: defaultRole || null,
      }
      await call(identityProviders.save, { params: { id: organizationId }, body })
      toast({ tone: 'good', text: t('saved') })
      await onChange()
    },
  })
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
      <form className={styles.form} noValidate onSubmit={onSubmit} aria-label={t('connection.title')}>
        <FormError failure={failure} />
        <TextField
          label={t('connection.issuer')}
          name="issuer"
          hint={isFixed ? t('connection.fixed') : t('connection.issuerHint')}
          error={errors.issuer}
          defaultValue={provider.issuer}
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
        <TextField
          label={t('roles.claim')}
          name="groups_claim"
          hint={t('roles.claimHint')}
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
