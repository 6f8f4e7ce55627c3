import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { auth } from '#contract/identity/auth.ts'
import { invites } from '#contract/people/invites.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { Card } from '#kit/card.tsx'
import { Checkbox, TextField } from '#kit/field.tsx'
import { FormError } from '#kit/form-error.tsx'
import { NewPasswordFields, useNewPassword } from '#kit/new-password.tsx'
import { useSubmit } from '#kit/use-submit.ts'
import { session } from '#providers/auth.ts'

export function Component() {
  const { t } = useTranslation('auth')
  const [search] = useSearchParams()
  /** Token of an e-mailed invitation; it proves the address that it was sent to. */
  const invite = search.get('invite')
  const [accepted, setAccepted] = useState(false)
  const checkPassword = useNewPassword()
  const { errors, failure, pending, onSubmit } = useSubmit({
    fields: ['name', 'username', 'email', 'password', 'confirmation', 'terms'],
    failed: t('register.failed'),
    check: values => ({
      ...checkPassword(values),
      ...(!values.terms && { terms: t('register.termsMissing') }),
    }),
    send: async ({ name, username, email, password }) => {
      const { access_token } = invite
        ? await call(invites.accept, { body: { token: invite, name, username, password } })
        : await call(auth.register, { body: { username, email, password } })
      await session.begin(access_token)
    },
  })

  return (
    <Card
      title={t('register.title')}
      lead={t(invite ? 'register.invited' : 'register.lead')}
      footer={
        <>
          {t('register.known')} <Link to="/login">{t('register.login')}</Link>
        </>
      }
    >
      <form noValidate onSubmit={onSubmit}>
        <FormError failure={failure} />
        {invite && (
          <TextField
            label={t('register.name')}
            name="name"
            error={errors.name}
            autoComplete="name"
            required
            maxLength={120}
          />
        )}
        <TextField
          label={t('username')}
          name="username"
          error={errors.username}
          hint={t('register.usernameHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          minLength={3}
          maxLength={60}
        />
        {!invite && (
          <TextField
            label={t('email')}
            name="email"
            type="email"
            error={errors.email}
            autoComplete="email"
            required
            maxLength={254}
          />
        )}
        <NewPasswordFields label={t('password')} errors={errors} />
        <Checkbox
          label={
            <Trans
              t={t}
              i18nKey="register.terms"
              components={{
                terms: <Link to="/terms-of-service" target="_blank" />,
                privacy: <Link to="/privacy-policy" target="_blank" />,
              }}
            />
          }
          name="terms"
          error={errors.terms}
          checked={accepted}
          onChange={event => setAccepted(event.target.checked)}
        />
        <Button type="submit" variant="main" block disabled={!accepted} pending={pending}>
          {t(pending ? 'register.pending' : 'register.submit')}
        </Button>
      </form>
    </Card>
  )
}
