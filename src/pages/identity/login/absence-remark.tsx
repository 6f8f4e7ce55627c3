import { useTranslation } from 'react-i18next'
import { Callout } from '#kit/callout.tsx'
import { useSession } from '#providers/auth.ts'

/** Explains why the session ended, unless the user signed out. */
export function AbsenceRemark() {
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
