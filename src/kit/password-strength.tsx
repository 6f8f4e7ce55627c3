import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './password-strength.module.css'
import type { Strength } from './strength.ts'

/** Milliseconds without a key before a password is judged. */
const pause = 250

/** How hard a new password is to guess, as a hint: what is too short is refused elsewhere. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation('auth')
  const [strength, setStrength] = useState<Strength | null>(null)

  useEffect(() => {
    let current = true
    async function judge() {
      const judged = password ? (await import('./strength.ts')).strengthOf(password) : null
      if (current) setStrength(judged)
    }
    // Without the estimator there is no hint, and nothing else is lost.
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
