import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { auth } from '#contract/identity/auth.ts'
import { Button, ButtonLink } from '#kit/button.tsx'
import { ApiError, errorDetail } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { Card } from '#kit/card.tsx'
import { useCall } from '#kit/use-call.ts'
import { session } from '#providers/auth.ts'

function Invalid({ reason }: { reason: string }) {
  const { t } = useTranslation('auth')
  return (
    <Card title={t('verify.invalidTitle')}>
      <Callout tone="bad" role="alert">
        <p>{reason}</p>
      </Callout>
      <ButtonLink block to="/analytics">
        {t('verify.on')}
      </ButtonLink>
    </Card>
  )
}

function Verification({ token }: { token: string }) {
  const { t } = useTranslation(['auth', 'common'])
  const { data, error, isFetching, refetch } = useCall(auth.verifyEmail, { body: { token } })
  const verified = data !== undefined
  useEffect(() => {
    if (verified && session.state().phase === 'in') void session.check()
  }, [verified])

  if (verified) {
    return (
      <Card title={t('verify.successTitle')}>
        <Callout tone="good" role="status">
          <p>{t('verify.success')}</p>
        </Callout>
        <ButtonLink variant="main" block to="/analytics">
          {t('verify.on')}
        </ButtonLink>
      </Card>
    )
  }
  if (error instanceof ApiError) return <Invalid reason={errorDetail(error) ?? t('verify.expired')} />
  return (
    <Card title={t('verify.title')}>
      {error ? (
        <>
          <Callout tone="bad" role="alert">
            <p>{t('common:networkError')}</p>
          </Callout>
          <Button block pending={isFetching} onClick={() => void refetch()}>
            {t('common:retry')}
          </Button>
        </>
      ) : (
        <p role="status">{t('verify.pending')}</p>
      )}
    </Card>
  )
}

/** Verifies an e-mail address from the link in the message. */
export function Component() {
  const { t } = useTranslation('auth')
  const [search] = useSearchParams()
  const token = search.get('token')
  return token ? <Verification token={token} /> : <Invalid reason={t('verify.missing')} />
}
