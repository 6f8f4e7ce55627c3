import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { reportSubscriptions } from '#contract/platform/reports.ts'
import { Button } from '#kit/button.tsx'
import { ApiError, call } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { Card } from '#kit/card.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { toast } from '#kit/toasts.ts'
import { useCall } from '#kit/use-call.ts'

function Invalid() {
  const { t } = useTranslation('reports')
  return (
    <Card title={t('unsubscribe.invalidTitle')}>
      <Callout tone="bad" role="alert">
        <p>{t('unsubscribe.invalid')}</p>
      </Callout>
    </Card>
  )
}

function Subscription({ token }: { token: string }) {
  const { t } = useTranslation('reports')
  const query = { token }
  const reading = useCall(reportSubscriptions.show, { query })
  const [pending, setPending] = useState(false)
  if (reading.error instanceof ApiError && [404, 422].includes(reading.error.problem.status))
    return <Invalid />

  async function change(subscribed: boolean) {
    setPending(true)
    try {
      await call(subscribed ? reportSubscriptions.resume : reportSubscriptions.leave, { query })
      await reading.refetch()
    } catch {
      toast({ tone: 'bad', text: t('unsubscribe.failed') })
    } finally {
      setPending(false)
    }
  }

  return (
    <Card title={t('unsubscribe.title')}>
      <QueryState of={reading} failed={t('unsubscribe.failed')}>
        {({ report_name: report, subscribed }) =>
          subscribed ? (
            <>
              <p>{t('unsubscribe.question', { report })}</p>
              <Button variant="main" block pending={pending} onClick={() => void change(false)}>
                {t('unsubscribe.confirm')}
              </Button>
            </>
          ) : (
            <>
              <Callout tone="good" role="status">
                <p>{t('unsubscribe.done', { report })}</p>
              </Callout>
              <Button block pending={pending} onClick={() => void change(true)}>
                {t('unsubscribe.resume')}
              </Button>
            </>
          )
        }
      </QueryState>
    </Card>
  )
}

/** The page of the link in the e-mails of a report. It asks before it unsubscribes, because mail scanners open links. */
export function Component() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return token ? <Subscription token={token} /> : <Invalid />
}
