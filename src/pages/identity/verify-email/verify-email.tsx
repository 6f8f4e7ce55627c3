import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { auth } from '#contract/identity/auth.ts'
import { Button, ButtonLink } from '#kit/button.tsx'
import { Refused, reasonOf } from '#kit/call.ts'
import { Card } from '#kit/card.tsx'
import { Remark } from '#kit/remark.tsx'
import { useCall } from '#kit/use-call.ts'
import { session } from '#providers/auth.ts'

function Invalid({ reason }: { reason: string }) {
  const { t } = useTranslation('auth')
  return (
    <Card title={t('verify.invalidTitle')}>
      <Remark tone="bad" role="alert">
        <p>{reason}</p>
      </Remark>
      <ButtonLink wide to="/analytics">
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
        <Remark tone="good" role="status">
          <p>{t('verify.success')}</p>
        </Remark>
        <ButtonLink look="main" wide to="/analytics">
          {t('verify.on')}
        </ButtonLink>
      </Card>
    )
  }
  if (error instanceof Refused) return <Invalid reason={reasonOf(error) ?? t('verify.expired')} />
  return (
    <Card title={t('verify.title')}>
      {error ? (
        <>
          <Remark tone="bad" role="alert">
            <p>{t('common:networkError')}</p>
          </Remark>
          <Button wide pending={isFetching} onClick={() => void refetch()}>
            {t('common:retry')}
          </Button>
        </>
      ) : (
        <p role="status">{t('verify.pending')}</p>
      )}
    </Card>
  )
}

/** Verifies an e-mail address by the mailed link. */
export function Component() {
  const { t } = useTranslation('auth')
  const [search] = useSearchParams()
  const token = search.get('token')
  return token ? <Verification token={token} /> : <Invalid reason={t('verify.missing')} />
}
