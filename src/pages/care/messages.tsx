import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { care } from '#contract/care/care.ts'
import { type FamilyMessage, familySimple } from '#contract/care/family-simple.ts'
import { Button } from '#kit/button.tsx'
import { request } from '#kit/call.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { useFormat } from '#kit/format.ts'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'
import { useNow } from '#kit/use-now.ts'
import styles from './care.module.css'
import { type CareActions, careResource } from './use-care-actions.ts'

/** Refetch interval in milliseconds. */
const refetchIntervalMs = 10_000
const limit = 20

/** Messages and pictures around a person, newest first, with read receipts. */
export function Messages({ person, actions }: { person: { id: string }; actions: CareActions }) {
  const { t } = useTranslation('care')
  const caller = useCurrentUser()
  const format = useFormat()
  const now = useNow()
  const messages = useCall(
    care.messages,
    { params: { id: person.id }, query: { limit } },
    { refetchIntervalMs, resource: careResource },
  )
  const { list } = useLocaleFormats()
  return (
    <QueryState of={messages} failed={t('message.failed')}>
      {({ messages }) =>
        messages.length === 0 ? (
          <p className={styles.quiet}>{t('message.empty')}</p>
        ) : (
          <ul className={styles.messages} aria-label={t('message.list')}>
            {messages.map(message => {
              const { id, author_id, author_name, text, media, kind, acknowledged, created_at } = message
              const needsAcknowledgement =
                author_id !== caller.id && !acknowledged.some(({ person_id }) => person_id === caller.id)
              return (
                <li key={id} data-own={author_id === caller.id || undefined}>
                  <p className={styles.quiet}>
                    <strong>{author_name}</strong>{' '}
                    <time dateTime={created_at} title={format.dateTime(created_at)}>
                      {format.ago(created_at, Math.max(now, Date.parse(created_at)))}
                    </time>
                    {kind === 'checkin_request' && ` · ${t('ask.kind')}`}
                  </p>
                  {media && <Picture media={media} person={person.id} caption={text ?? ''} />}
                  {text && <p dir="auto">{text}</p>}
                  <p className={styles.quiet}>
                    {acknowledged.length > 0
                      ? t('message.seen', { names: list(acknowledged.map(({ name }) => name)) })
                      : t('message.unseen')}
                  </p>
                  {needsAcknowledgement && actions.canWrite && (
                    <Button
                      pending={actions.pending}
                      aria-label={t('message.acknowledgeNamed', { name: author_name })}
                      onClick={() => void actions.acknowledge(message)}
                    >
                      {t('message.acknowledge')}
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        )
      }
    </QueryState>
  )
}

type Media = NonNullable<FamilyMessage['media']>

/** A shared picture, fetched with the user's token; space is reserved while it loads. */
function Picture({ media, person, caption }: { media: Media; person: string; caption: string }) {
  const { t } = useTranslation('care')
  const { data } = useQuery({
    queryKey: ['picture', media.id],
    queryFn: async ({ signal }) => {
      const options = { params: { id: media.id }, query: { user_id: person }, signal }
      return URL.createObjectURL(await (await request(familySimple.media, options)).blob())
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => () => (data ? URL.revokeObjectURL(data) : undefined), [data])
  return (
    <div className={styles.picture} style={{ aspectRatio: `${media.width} / ${media.height}` }}>
      {data && <img src={data} alt={caption || t('picture.alt')} width={media.width} height={media.height} />}
    </div>
  )
}
