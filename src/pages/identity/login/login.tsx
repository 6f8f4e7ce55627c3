import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { auth } from '#contract/identity/auth.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { Card } from '#kit/card.tsx'
import { PasswordField, TextField } from '#kit/field.tsx'
import { FormError } from '#kit/form-error.tsx'
import { useSubmit } from '#kit/use-submit.ts'
import { session, useSession } from '#providers/auth.ts'
import styles from './login.module.css'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import type { Challenge } from './second-factor.tsx'
import { SingleSignOn } from './single-sign-on.tsx'

/** Lazy: most accounts have no second factor. */
const SecondFactor = lazy(async () => ({ default: (await import('./second-factor.tsx')).SecondFactor }))

export function Component() {
  const { t } = useTranslation('auth')
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const { errors, failure, pending, onSubmit } = useSubmit({
    fields: ['username', 'password'],
    names: { email: 'username' },
    failed: t('login.failed'),
    send: async ({ username, password }) => {
      const reply = await call(auth.login, { body: { email: username, password } })
      if ('access_token' in reply) await session.begin(reply.access_token)
      else setChallenge(reply)
    },
  })

  if (challenge) {
    return (
      <Suspense>
        <SecondFactor of={challenge} onBack={() => setChallenge(null)} />
      </Suspense>
    )
  }
  return (
    <Card
      title={t('login.title')}
      lead={t('login.lead')}
      footer={
        <>
          {t('login.new')} <Link to="/register">{t('login.register')}</Link>
        </>
      }
    >
      <form noValidate onSubmit={onSubmit}>
        {failure ? <FormError failure={failure} /> : <AbsenceRemark />}
        <TextField
          label={t('username')}
          name="username"
          error={errors.username}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
        />
        <PasswordField
          label={t('password')}
          name="password"
          error={errors.password}
          autoComplete="current-password"
          required
          maxLength={200}
        />
        <Link className={styles.forgot} to="/forgot-password">
          {t('login.forgot')}
        </Link>
        <Button type="submit" variant="main" block pending={pending}>
          {t(pending ? 'login.pending' : 'login.submit')}
        </Button>
      </form>
      <PasskeySignIn />
      <SingleSignOn />
    </Card>
  )
}

/** Explains why the session ended, unless the user signed out. */
function AbsenceRemark() {
  const { t } = useTranslation('auth')
  const state = useSession()
  if (state.phase !== 'out') return null
  const { absence } = state
  if (absence.why === 'no-token') return null
  const own = absence.why === 'left'
  return (
    <Callout tone={own ? 'info' : 'warn'} role="status">
      <p>{t(`login.absence.${absence.why}`)}</p>
      {'detail' in absence && absence.detail && <p>{absence.detail}</p>}
    </Callout>
  )
}
