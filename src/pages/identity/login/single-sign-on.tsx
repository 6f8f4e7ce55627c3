import LoginOutlined from '@ant-design/icons/LoginOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { TextField } from '#kit/field.tsx'
import { FormError } from '#kit/form-error.tsx'
import { leaveForProvider } from '#kit/identity/single-sign-on.ts'
import { useSubmit } from '#kit/use-submit.ts'
import styles from './login.module.css'

/** Sign-in through the provider that belongs to the domain of an e-mail address. */
export function SingleSignOn() {
  const { t } = useTranslation('auth')
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <EmailForm />
  ) : (
    <div className={styles.other}>
      <Button block icon={<LoginOutlined />} onClick={() => setOpen(true)}>
        {t('login.singleSignOn')}
      </Button>
    </div>
  )
}

function EmailForm() {
  const { t } = useTranslation('auth')
  const [search] = useSearchParams()
  const { errors, failure, pending, onSubmit } = useSubmit({
    fields: ['email'],
    failed: t('login.failed'),
    send: async ({ email }) => {
      const { singleSignOn } = await import('#contract/identity/single-sign-on.ts')
      leaveForProvider(await call(singleSignOn.start, { body: { email: email.trim() } }), search.get('to'))
    },
  })
  return (
    <form className={styles.other} noValidate onSubmit={onSubmit} aria-label={t('login.singleSignOn')}>
      <FormError failure={failure} />
      <TextField
        label={t('login.workEmail')}
        name="email"
        type="email"
        error={errors.email}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        autoFocus
      />
      <Button type="submit" block icon={<LoginOutlined />} pending={pending}>
        {t('login.singleSignOn')}
      </Button>
    </form>
  )
}
