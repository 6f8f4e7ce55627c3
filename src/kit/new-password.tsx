import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordField } from './field.tsx'
import styles from './password-strength.module.css'
import type { Strength } from './strength.ts'

interface NewPasswordFieldsProps {
  label: string
  errors: { password?: string; confirmation?: string }
}

/** New password with strength meter and confirmation, validated by {@link useNewPassword}. */
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

/** Milliseconds without typing before the password is scored. */
const pause = 250

/** Password strength as a hint; minimum length is validated elsewhere. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation('auth')
  const [strength, setStrength] = useState<Strength | null>(null)

  useEffect(() => {
    let current = true
    async function judge() {
      const judged = password ? (await import('./strength.ts')).strengthOf(password) : null
      if (current) setStrength(judged)
    }
    // If the estimator fails to load, only the hint is missing.
    const timer = setTimeout(() => void judge().catch(() => {}), pause)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [password])

  return (
    <div className={styles.strength}>
      {strength && (
        <span className={styles.steps} data-score={strength.score} aria-hidden="true">
          {[1, 2, 3, 4].map(step => (
            <span key={step} className={step <= strength.score ? styles.reached : styles.step} />
          ))}
        </span>
      )}
      <p role="status" className={strength?.common ? styles.warning : styles.text}>
        {strength && t(strength.common ? 'strength.common' : `strength.${strength.score}`)}
      </p>
    </div>
  )
}

/** Minimum password length. */
const shortest = 8

/** Validates a new password and its confirmation. */
export function useNewPassword() {
  const { t } = useTranslation()
  return ({ password, confirmation }: { password: string; confirmation: string }) => ({
    ...(password.length < shortest && { password: t('password.short') }),
    ...(password !== confirmation && { confirmation: t('password.mismatch') }),
  })
}
