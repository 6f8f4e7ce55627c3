import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordField } from './field.tsx'
import { PasswordStrength } from './password-strength.tsx'

interface NewPasswordFieldsProps {
  label: string
  errors: { password?: string; confirmation?: string }
}

/** A new password, how hard it is to guess, and its repetition, as {@link useNewPassword} checks them. */
export function NewPasswordFields({ label, errors }: NewPasswordFieldsProps) {
  const { t } = useTranslation('auth')
  const [password, setPassword] = useState('')
  const same = { autoComplete: 'new-password', required: true, maxLength: 200 }
  return (
    <>
      <PasswordField
        {...same}
        label={label}
        name="password"
        error={errors.password}
        hint={t('passwordHint')}
        onChange={event => setPassword(event.target.value)}
      />
      <PasswordStrength password={password} />
      <PasswordField {...same} label={t('confirmation')} name="confirmation" error={errors.confirmation} />
    </>
  )
}
