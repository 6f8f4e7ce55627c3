import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { auth } from '#contract/identity/auth.ts'
import { Button, ButtonLink } from '#kit/button.tsx'
import { ApiError, call } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { Card } from '#kit/card.tsx'
import { FormError } from '#kit/form-error.tsx'
import { NewPasswordFields, useNewPassword } from '#kit/new-password.tsx'
import { useCall } from '#kit/use-call.ts'
import { useSubmit } from '#kit/use-submit.ts'

/** Delay before redirecting to sign-in, in milliseconds. */
const redirectAfterMs = 3_000

function Invalid({ reason }: { reason: string }) {
  const { t } = useTranslation('auth')
  return (
    <Card title={t('reset.invalidTitle')} footer={<Link to="/login">{t('backToLogin')}</Link>}>
      <Callout tone="bad" role="alert">
        <p>{reason}</p>
      </Callout>
      <ButtonLink variant="main" block to="/forgot-password">
        {t('reset.newLink')}
      </ButtonLink>
    </Card>
  )
}

function Success() {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(navigate, redirectAfterMs, '/login')
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Card title={t('reset.successTitle')}>
      <Callout tone="good" role="status">
        <p>{t('reset.success')}</p>
      </Callout>
      <ButtonLink block to="/login">
        {t('reset.toLogin')}
      </ButtonLink>
    </Card>
  )
}

function NewPassword({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const { t } = useTranslation('auth')
  const { errors, failure, pending, onSubmit } = useSubmit({
    fields: ['password', 'confirmation'],
    names: { new_password: 'password' },
    failed: t('reset.failed'),
    check: useNewPassword(),
    send: async ({ password }) => {
      await call(auth.resetPassword, { body: { token, new_password: password } })
      onDone()
    },
  })
  return (
    <Card title={t('reset.title')} lead={t('reset.lead', { email })}>
      <form noValidate onSubmit={onSubmit}>
        <FormError failure={failure} />
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <NewPasswordFields label={t('reset.password')} errors={errors} />
        <Button type="submit" variant="main" block pending={pending}>
          {t(pending ? 'reset.pending' : 'reset.submit')}
        </Button>
      </form>
    </Card>
  )
}

function Verified({ token }: { token: string }) {
  const { t } = useTranslation(['auth', 'common'])
  const [done, setDone] = useState(false)
  const link = useCall(auth.verifyResetToken, { params: { reset_token: token } })
  if (done) return <Success />
  if (link.data) return <NewPassword token={token} email={link.data.email} onDone={() => setDone(true)} />
  if (link.error instanceof ApiError)
    return <Invalid reason={link.error.problem.detail || t('reset.expired')} />
  return (
    <Card title={t('reset.verifyingTitle')}>
      {link.error ? (
        <>
          <Callout tone="bad" role="alert">
            <p>{t('common:networkError')}</p>
          </Callout>
          <Button block pending={link.isFetching} onClick={() => void link.refetch()}>
            {t('common:retry')}
          </Button>
        </>
      ) : (
        <p role="status">{t('reset.verifying')}</p>
      )}
    </Card>
  )
}

export function Component() {
  const { t } = useTranslation('auth')
  const [search] = useSearchParams()
  const token = search.get('token')
  return token ? <Verified token={token} /> : <Invalid reason={t('reset.missing')} />
}
