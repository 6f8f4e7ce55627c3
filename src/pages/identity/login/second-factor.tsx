import { useTranslation } from 'react-i18next'
import type { auth } from '#contract/identity/auth.ts'
import { identity } from '#contract/identity/identity.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { Card } from '#kit/card.tsx'
import { IdentityForm } from '#kit/identity/identity-form.tsx'
import { session } from '#providers/auth.ts'

export type Challenge = Extract<ReplyOf<typeof auth.login>, { two_factor_required: true }>

interface SecondFactorProps {
  of: Challenge
  /** What was accepted as the first factor, if it was no password. */
  lead?: string
  onBack: () => void
}

/** Second step of sign-in: TOTP code, backup code or passkey. */
export function SecondFactor({ of: { challenge, methods }, lead, onBack }: SecondFactorProps) {
  const { t } = useTranslation('auth')
  return (
    <Card title={t('secondFactor.title')} lead={lead ?? t('secondFactor.lead')}>
      <IdentityForm
        methods={methods}
        challenge={challenge}
        send={async credentials => {
          const { access_token } = await call(identity.secondFactor, { body: { challenge, ...credentials } })
          await session.begin(access_token)
        }}
      >
        <Button variant="quiet" onClick={onBack}>
          {t('secondFactor.back')}
        </Button>
      </IdentityForm>
    </Card>
  )
}
