import { useTranslation } from 'react-i18next'
import { Remark } from '#kit/remark.tsx'
import { useSession } from '#providers/auth.ts'

/** Says why one was sent here, when it was not one's own doing. */
export function AbsenceRemark() {
  const { t } = useTranslation('auth')
  const state = useSession()
  if (state.phase !== 'out') return null
  const { absence } = state
  if (absence.why === 'no-token') return null
  const own = absence.why === 'left'
  return (
    <Remark tone={own ? 'info' : 'warn'} role="status">
      <p>{t(`login.absence.${absence.why}`)}</p>
      {'detail' in absence && absence.detail && <p>{absence.detail}</p>}
    </Remark>
  )
}
