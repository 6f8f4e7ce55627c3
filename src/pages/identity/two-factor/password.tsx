import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auth } from '#contract/identity/auth.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { Form, PasswordItem } from '#kit/form.tsx'
import { PasswordStrength, useNewPassword } from '#kit/new-password.tsx'
import { toast } from '#kit/toasts.ts'
import { queryKeyOf } from '#kit/use-call.ts'
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

type Values = Record<'current' | 'password' | 'confirmation', string>

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['security', 'auth', 'common'])
  const { username } = useCurrentUser()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const isNew = { autoComplete: 'new-password', maxLength: 200, required: true }

  async function change({ current, password }: Values) {
    await call(auth.changePassword, { body: { current_password: current, new_password: password } })
    toast({ tone: 'good', text: t('password.changed') })
    onClose()
    await queries.invalidateQueries({ queryKey: queryKeyOf(auth.sessions) })
  }
  return (
    <Form<Values>
      layout="stack"
      names={{ current_password: 'current', new_password: 'password' }}
      failed={t('password.failed')}
      check={useNewPassword()}
      onChange={({ password = '' }) => setPassword(password)}
      send={change}
    >
      {pending => (
        <>
          <input type="hidden" name="username" autoComplete="username" value={username} />
          <PasswordItem
            label={t('password.current')}
            name="current"
            autoComplete="current-password"
            autoFocus
            required
            maxLength={200}
          />
          <PasswordItem
            {...isNew}
            label={t('auth:reset.password')}
            name="password"
            hint={t('auth:passwordHint')}
          />
          <PasswordStrength password={password} />
          <PasswordItem {...isNew} label={t('auth:confirmation')} name="confirmation" />
          <div className={styles.actions}>
            <Button type="submit" variant="main" pending={pending}>
              {t('password.change')}
            </Button>
            <Button variant="quiet" onClick={onClose}>
              {t('common:cancel')}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
