import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auth } from '#contract/identity/auth.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { FormError, PasswordField } from '#kit/field.tsx'
import { NewPasswordFields, useNewPassword } from '#kit/new-password.tsx'
import { toast } from '#kit/toasts.ts'
import { queryKeyOf } from '#kit/use-call.ts'
import { useSubmit } from '#kit/use-submit.ts'
import styles from './two-factor.module.css'

/** Changes the user's password. */
export function OwnPassword() {
  const { t } = useTranslation('security')
  const [open, setOpen] = useState(false)
  return (
    <section className={styles.panel} aria-labelledby="password">
      <h2 id="password">{t('password.title')}</h2>
      <p>{t('password.lead')}</p>
      {open ? (
        <PasswordForm onClose={() => setOpen(false)} />
      ) : (
        <div className={styles.actions}>
          <Button onClick={() => setOpen(true)}>{t('password.change')}</Button>
        </div>
      )}
    </section>
  )
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['security', 'auth', 'common'])
  const { username } = useCurrentUser()
  const queries = useQueryClient()
  const { errors, failure, pending, onSubmit } = useSubmit({
    fields: ['current', 'password', 'confirmation'],
    names: { current_password: 'current', new_password: 'password' },
    failed: t('password.failed'),
    check: useNewPassword(),
    send: async ({ current, password }) => {
      await call(auth.changePassword, { body: { current_password: current, new_password: password } })
      toast({ tone: 'good', text: t('password.changed') })
      onClose()
      await queries.invalidateQueries({ queryKey: queryKeyOf(auth.sessions) })
    },
  })
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <FormError failure={failure} />
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <PasswordField
        label={t('password.current')}
        name="current"
        autoComplete="current-password"
        autoFocus
        required
        maxLength={200}
        error={errors.current}
      />
      <NewPasswordFields label={t('auth:reset.password')} errors={errors} />
      <div className={styles.actions}>
        <Button type="submit" variant="main" pending={pending}>
          {t('password.change')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  )
}
