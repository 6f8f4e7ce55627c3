import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onCall } from '#contract/alerts/on-call.ts'
import { Button } from '#kit/button.tsx'
import { call, errorDetail } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import { TextField } from '#kit/field.tsx'
import { useFormat } from '#kit/format.ts'
import styles from '#kit/on-call/on-call.module.css'
import { toast } from '#kit/toasts.ts'
import { useRefetch } from '#kit/use-call.ts'

/** Creates and revokes the address of the reader's calendar feed. */
export function CalendarFeed({ since }: { since: string | null }) {
  const { t } = useTranslation('on-call')
  const format = useFormat()
  const refetch = useRefetch('on-call-covers')
  const [url, setUrl] = useState<string>()
  const [isPending, setPending] = useState(false)

  async function change(send: () => Promise<void>) {
    setPending(true)
    try {
      await send()
    } catch (error) {
      toast({ tone: 'bad', text: t('calendar.failed'), detail: errorDetail(error) })
    }
    await refetch()
    setPending(false)
  }
  const create = () => change(async () => setUrl((await call(onCall.createCalendar)).url))
  const revoke = () =>
    change(async () => {
      await call(onCall.removeCalendar)
      setUrl(undefined)
      toast({ tone: 'good', text: t('calendar.revoked') })
    })

  return (
    <>
      <p className={styles.quiet}>{t('calendar.lead')}</p>
      {since && <p className={styles.quiet}>{t('calendar.since', { time: format.dateTime(since) })}</p>}
      {url && (
        <>
          <Callout tone="info" role="status">
            {t('calendar.once')}
          </Callout>
          <TextField label={t('calendar.address')} value={url} readOnly dir="ltr" />
          <div className={styles.actions}>
            <CopyButton text={url} />
          </div>
        </>
      )}
      <div className={styles.actions}>
        <Button pending={isPending} onClick={() => void create()}>
          {t(since ? 'calendar.renew' : 'calendar.create')}
        </Button>
        {since && (
          <Button variant="danger" pending={isPending} onClick={() => void revoke()}>
            {t('calendar.revoke')}
          </Button>
        )}
      </div>
    </>
  )
}
