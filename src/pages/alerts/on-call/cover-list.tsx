import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CoverRequest, onCall } from '#contract/alerts/on-call.ts'
import { Button } from '#kit/button.tsx'
import { call, errorDetail } from '#kit/call.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { isolated } from '#kit/format.ts'
import styles from '#kit/on-call/on-call.module.css'
import { useSpanFormat } from '#kit/on-call/span-format.ts'
import { Badge, type Tone } from '#kit/resource/badge.tsx'
import { toast } from '#kit/toasts.ts'
import { useRefetch } from '#kit/use-call.ts'

const tones: Record<CoverRequest['state'], Tone> = {
  open: 'yellow',
  accepted: 'green',
  declined: 'red',
  withdrawn: 'grey',
}

type Act = 'accept' | 'decline' | 'withdraw'

/** Cover requests to the reader and from them, with what they can do about open ones. */
export function CoverList({ covers }: { covers: readonly CoverRequest[] }) {
  const { t } = useTranslation('on-call')
  if (covers.length === 0) return <p className={styles.quiet}>{t('cover.empty')}</p>
  return (
    <ul className={styles.list}>
      {covers.map(cover => (
        <CoverItem key={cover.id} cover={cover} />
      ))}
    </ul>
  )
}

function CoverItem({ cover }: { cover: CoverRequest }) {
  const { t } = useTranslation('on-call')
  const format = useSpanFormat()
  const me = useCurrentUser()
  const refetch = useRefetch('on-call-covers')
  const [pending, setPending] = useState<Act>()
  const { id, asker, asked, in_return, schedule_name, state } = cover
  const isMine = asker.id === me.id

  async function act(what: Act) {
    setPending(what)
    try {
      if (what === 'withdraw') await call(onCall.withdrawCover, { params: { id } })
      else await call(onCall.answerCover, { params: { id }, body: { accept: what === 'accept' } })
      toast({ tone: 'good', text: t(`cover.done.${what}`) })
    } catch (error) {
      toast({ tone: 'bad', text: t('cover.failed'), detail: errorDetail(error) })
    }
    await refetch()
    setPending(undefined)
  }
  const button = (what: Act, variant: 'main' | 'plain') => (
    <Button
      variant={variant}
      pending={pending === what}
      aria-label={`${t(`cover.${what}`)}: ${format.range(cover)}`}
      onClick={() => void act(what)}
    >
      {t(`cover.${what}`)}
    </Button>
  )

  return (
    <li>
      <span>
        <strong>
          {isMine
            ? t('cover.toThem', { name: isolated(asked.name) })
            : t('cover.fromThem', { name: isolated(asker.name) })}
        </strong>
        <small>
          {format.range(cover)} · <bdi>{schedule_name}</bdi>
        </small>
        {in_return && (
          <small>
            {isMine ? t('cover.youReturn') : t('cover.theyReturn', { name: asker.name })}:{' '}
            {format.range(in_return)}
          </small>
        )}
      </span>
      {state === 'open' ? (
        <span className={styles.actions}>
          {isMine ? (
            button('withdraw', 'plain')
          ) : (
            <>
              {button('accept', 'main')}
              {button('decline', 'plain')}
            </>
          )}
        </span>
      ) : (
        <Badge tone={tones[state]}>{t(`cover.states.${state}`)}</Badge>
      )}
    </li>
  )
}
