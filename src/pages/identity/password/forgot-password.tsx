import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { auth } from '#contract/identity/auth.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { Card } from '#kit/card.tsx'
import { TextField } from '#kit/field.tsx'
import { FormError } from '#kit/form-error.tsx'
import { useSubmit } from '#kit/use-submit.ts'

export function Component() {
  const { t } = useTranslation('auth')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { errors, failure, pending, onSubmit } = useSubmit({
    fields: ['email'],
    failed: t('forgot.failed'),
    send: async ({ email }) => {
      await call(auth.forgotPassword, { body: { email } })
      setSentTo(email)
    },
  })
  const footer = <Link to="/login">{t('backToLogin')}</Link>

  if (sentTo !== null) {
    return (
      <Card title={t('forgot.sentTitle')} footer={footer}>
        <div role="status">
          <p>{t('forgot.sent', { email: sentTo })}</p>
        </div>
        <Button block autoFocus onClick={() => setSentTo(null)}>
          {t('forgot.again')}
        </Button>
      </Card>
    )
  }
  return (
    <Card title={t('forgot.title')} lead={t('forgot.lead')} footer={footer}>
      <form noValidate onSubmit={onSubmit}>
        <FormError failure={failure} />
        <TextField
          label={t('email')}
          name="email"
          type="email"
          error={errors.email}
          autoComplete="email"
          required
          maxLength={254}
        />
        <Button type="submit" variant="main" block pending={pending}>
          {t(pending ? 'forgot.pending' : 'forgot.submit')}
        </Button>
      </form>
    </Card>
  )
}
