import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { identityProviders, singleSignOn } from '#contract/identity/single-sign-on.ts'
import { Button, ButtonLink } from '#kit/button.tsx'
import { ApiError, call, errorDetail } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { Card } from '#kit/card.tsx'
import { leaveForProvider, sendReport, takeStoredFlow } from '#kit/identity/single-sign-on.ts'
import { returnPath, signInPath } from '#kit/return-path.ts'
import { session, useSession } from '#providers/auth.ts'
import { SecondFactor } from '../login/second-factor.tsx'
import { TestResult } from './test-result.tsx'

type Completed = z.output<typeof singleSignOn.complete.reply>
type Outcome = { reply: Completed; to: string | null } | { error: unknown }

/** The page was opened without a sign-in that this tab started. */
class NothingStarted extends Error {}

async function complete(search: URLSearchParams): Promise<Outcome> {
  const { state = '', ...response } = Object.fromEntries(search)
  const flow = takeStoredFlow(state)
  if (!flow) throw new NothingStarted()
  const reply = await call(singleSignOn.complete, { body: { state, secret: flow.secret, response } })
  return { reply, to: flow.to }
}

/** By query: a response can be used once, and effects may run twice. */
const completions = new Map<string, Promise<Outcome>>()

function completeOnce(search: URLSearchParams): Promise<Outcome> {
  const key = search.toString()
  const pending = completions.get(key) ?? complete(search).catch((error: unknown) => ({ error }))
  completions.set(key, pending)
  return pending
}

/** Receives the browser from an identity provider, and completes what it was sent there for. */
export function Callback() {
  const { t } = useTranslation('single-sign-on')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<Outcome>()

  useEffect(() => {
    let isShown = true
    void completeOnce(search).then(async result => {
      if (!isShown) return
      if (!('reply' in result) || !('access_token' in result.reply)) return setOutcome(result)
      await session.begin(result.reply.access_token)
      await navigate(returnPath(result.to, window.location.origin) ?? '/analytics', { replace: true })
    })
    return () => {
      isShown = false
    }
  }, [search, navigate])

  if (!outcome) {
    return (
      <Card title={t('callback.title')}>
        <p role="status">{t('callback.pending')}</p>
      </Card>
    )
  }
  if ('error' in outcome) return <Failure error={outcome.error} />
  return <Completion reply={outcome.reply} />
}

function Completion({ reply }: { reply: Completed }) {
  const { t } = useTranslation('single-sign-on')
  const navigate = useNavigate()
  const report = 'test' in reply ? 'tested' : 'stepped_up' in reply ? 'stepped-up' : null
  useEffect(() => {
    if (report) sendReport(report)
  }, [report])
  if ('challenge' in reply) {
    const back = () => void navigate('/login')
    return <SecondFactor of={reply} lead={t('callback.secondFactor')} onBack={back} />
  }
  if ('test' in reply) {
    return (
      <Card title={t('test.title')} lead={t('test.close')}>
        <TestResult test={reply.test} />
      </Card>
    )
  }
  return (
    <Card title={t('confirmed.title')}>
      <Callout tone="good" role="status">
        <p>{t('confirmed.text')}</p>
      </Callout>
    </Card>
  )
}

function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation(['single-sign-on', 'common'])
  const text =
    error instanceof NothingStarted
      ? t('callback.elsewhere')
      : (errorDetail(error) ?? t(error instanceof ApiError ? 'common:unexpected' : 'common:networkError'))
  return (
    <Card title={t('callback.failed')}>
      <Callout tone="bad" role="alert">
        <p>{text}</p>
      </Callout>
      <ButtonLink variant="main" block to="/login">
        {t('callback.back')}
      </ButtonLink>
    </Card>
  )
}

/** Sends a tab of its own to the provider: for a test of the settings, or to confirm the user's identity. */
export function Start() {
  const { t } = useTranslation(['single-sign-on', 'common'])
  const [search] = useSearchParams()
  const [error, setError] = useState<unknown>()
  const organizationId = search.get('test')
  const { phase } = useSession()
  const location = useLocation()

  useEffect(() => {
    if (phase !== 'in') return
    let isShown = true
    const started = organizationId
      ? call(identityProviders.test, { params: { id: organizationId } })
      : call(singleSignOn.stepUp)
    started.then(
      redirect => isShown && leaveForProvider(redirect),
      (reason: unknown) => isShown && setError(reason),
    )
    return () => {
      isShown = false
    }
  }, [organizationId, phase])

  if (phase === 'out') return <Navigate to={signInPath(location)} replace />
  if (!error) {
    return (
      <Card title={t('title')}>
        <p role="status">{t('start.pending')}</p>
      </Card>
    )
  }
  return (
    <Card title={t('start.failed')}>
      <Callout tone="bad" role="alert">
        <p>{errorDetail(error) ?? t('common:networkError')}</p>
      </Callout>
      <Button variant="main" block onClick={() => window.location.reload()}>
        {t('common:retry')}
      </Button>
    </Card>
  )
}
