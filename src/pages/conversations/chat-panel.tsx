import CloseOutlined from '@ant-design/icons/CloseOutlined'
import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import LinkOutlined from '@ant-design/icons/LinkOutlined'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { conversations, type SessionStatus } from '#contract/conversations/conversations.ts'
import { may } from '#contract/kit/permissions.ts'
import { Button } from '#kit/button.tsx'
import { call, errorDetail } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import { useCan } from '#kit/current-user.ts'
import { download } from '#kit/download.ts'
import { useFormat } from '#kit/format.ts'
import { QueryState } from '#kit/query-state.tsx'
import { Badge } from '#kit/resource/badge.tsx'
import { toast } from '#kit/toasts.ts'
import { useCall } from '#kit/use-call.ts'
import styles from './chat-panel.module.css'
import { Composer } from './composer.tsx'
import { Messages } from './messages.tsx'
import { toneOf } from './session-list.tsx'
import { useTurn } from './use-turn.ts'
import { useVoice } from './use-voice.ts'

/** Refetch interval of an open conversation in milliseconds. */
const refetchIntervalMs = 5_000

interface ChatPanelProps {
  id: string
  onClose: () => void
}

/** One conversation: messages, actions and the input. */
export function ChatPanel({ id, onClose }: ChatPanelProps) {
  const { t } = useTranslation(['conversations', 'common'])
  const can = useCan()
  const format = useFormat()
  const queries = useQueryClient()
  const params = { id }
  const session = useCall(conversations.show, { params }, { refetchIntervalMs })
  const settings = session.data?.session
  const voice = useVoice(id, settings?.language ?? 'en')
  const turn = useTurn(id, reply => {
    if (settings?.voice_output) voice.speakReply(reply)
  })
  const companion = useCall(conversations.companion)
  const refetch = () => queries.invalidateQueries({ queryKey: ['call', 'GET'] })
  const move = useMutation({
    mutationFn: (to: SessionStatus) =>
      call(
        to === 'ended' ? conversations.end : to === 'paused' ? conversations.pause : conversations.resume,
        {
          params,
        },
      ),
    onSuccess: (_, to) => {
      void refetch()
      if (to === 'ended') onClose()
    },
    onError: error =>
      toast({
        tone: 'bad',
        text: t('chat.moveFailed'),
        detail: errorDetail(error),
      }),
  })
  const save = useMutation({
    mutationFn: () =>
      download(
        conversations.transcript,
        { params, query: { format: 'txt' } },
        `conversation-${id}.txt`,
        () => {},
      ),
    onError: () => toast({ tone: 'bad', text: t('chat.exportFailed') }),
  })
  const mayWrite = can(may('conversations', 'update'))

  return (
    <QueryState of={session} failed={t('chat.failed')}>
      {({ session }) => {
        const { user_name, user_id, task, chat_model, language, status, text_visible, started_at } = session
        return (
          <div className={styles.panel}>
            <header className={styles.header}>
              <div className={styles.who}>
                <h2>
                  <bdi>{user_name}</bdi> <span className={styles.number}>#{user_id}</span>
                </h2>
                <Badge tone={toneOf[status]}>{t(`status.${status}`)}</Badge>
                <p className={styles.about}>
                  {t(`task.${task}`)} · {t(`languages.${language}`)} ·{' '}
                  <bdi>{companion.data?.embedded ? t('chat.embedded') : chat_model}</bdi> ·{' '}
                  <time dateTime={started_at} dir="auto">
                    {format.dateTime(started_at)}
                  </time>
                </p>
              </div>
              <div className={styles.actions}>
                {mayWrite && status === 'active' && (
                  <Button onClick={() => move.mutate('paused')}>{t('chat.pause')}</Button>
                )}
                {mayWrite && status === 'paused' && (
                  <Button onClick={() => move.mutate('active')}>{t('chat.resume')}</Button>
                )}
                {mayWrite && status !== 'ended' && (
                  <Button variant="danger" pending={move.isPending} onClick={() => move.mutate('ended')}>
                    {t('chat.end')}
                  </Button>
                )}
                <Button
                  variant="quiet"
                  icon={<DownloadOutlined />}
                  pending={save.isPending}
                  aria-label={t('chat.export')}
                  title={t('chat.export')}
                  onClick={() => save.mutate()}
                />
                <CopyButton
                  text={() => `${location.origin}/conversations?session=${id}`}
                  label={t('chat.copyLink')}
                  icon={<LinkOutlined />}
                />
                <Button
                  variant="quiet"
                  icon={<CloseOutlined />}
                  aria-label={t('chat.close')}
                  title={t('chat.close')}
                  onClick={onClose}
                />
              </div>
            </header>
            {!text_visible && (
              <Callout tone="info">
                <p>{t('chat.hidden')}</p>
              </Callout>
            )}
            <Messages session={session} pending={turn.pending} voice={session.voice_output ? voice : null} />
            {mayWrite && <Composer turn={turn} session={session} hush={voice.stop} />}
          </div>
        )
      }}
    </QueryState>
  )
}
