import CaretRightOutlined from '@ant-design/icons/CaretRightOutlined'
import StopOutlined from '@ant-design/icons/StopOutlined'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { speech, type Voice } from '#contract/conversations/speech.ts'
import type { VoiceLanguage, VoiceLanguageCode } from '#contract/conversations/voice-languages.ts'
import { may } from '#contract/kit/permissions.ts'
import { Button } from '#kit/button.tsx'
import { call, errorDetail, request } from '#kit/call.ts'
import { useCan } from '#kit/current-user.ts'
import { usePlayer } from '#kit/player.ts'
import { Badge } from '#kit/resource/badge.tsx'
import { toast } from '#kit/toasts.ts'
import styles from './voice-list.module.css'

interface VoiceListProps {
  language: VoiceLanguage & { code: VoiceLanguageCode }
  voices: readonly Voice[]
  /** Id of the selected voice. */
  current: string | undefined
  /** Text spoken by the preview. */
  sentence: string
}

/** Voices of a language, with preview and, given permission, selection. */
export function VoiceList({ language, voices, current, sentence }: VoiceListProps) {
  const { t } = useTranslation('voices')
  const can = useCan()
  const queries = useQueryClient()
  const player = usePlayer()
  const { code, recommendedModel: model } = language
  const choose = useMutation({
    mutationFn: ({ voice_id, name }: Voice) =>
      call(speech.choose, {
        body: { [code]: { preferredVoice: voice_id, preferredVoiceName: name, model } },
      }),
    onSuccess: () => {
      toast({ tone: 'good', text: t('settings.saved') })
      return queries.invalidateQueries({ queryKey: ['call', 'GET', speech.settings.path] })
    },
    onError: error => toast({ tone: 'bad', text: t('settings.notSaved'), detail: errorDetail(error) }),
  })
  const preview = (voice: string) =>
    player
      .play(voice, signal =>
        request(speech.preview, { body: { text: sentence, provider: 'elevenlabs', voice, model }, signal }),
      )
      .catch((error: unknown) =>
        toast({ tone: 'bad', text: t('preview.failed'), detail: errorDetail(error) }),
      )

  if (voices.length === 0) return <p className={styles.empty}>{t('list.empty')}</p>
  return (
    <ul className={styles.list} aria-label={t('list.title')}>
      {voices.map(voice => {
        const { voice_id, name, category, limit } = voice
        const state = player.now?.key === voice_id ? player.now.state : null
        const isCurrent = voice_id === current
        return (
          <li key={voice_id} className={styles.voice} aria-current={isCurrent || undefined}>
            <div className={styles.who}>
              <span className={styles.name} translate="no">
                {name}
              </span>
              <Badge tone="grey">{t(`categories.${category}` as never, { defaultValue: category })}</Badge>
              {isCurrent && <Badge tone="green">{t('list.current')}</Badge>}
              {limit && <span className={styles.limit}>{t(`limit.${limit}`)}</span>}
            </div>
            <div className={styles.actions}>
              {state === 'playing' ? (
                <Button
                  icon={<StopOutlined />}
                  aria-label={t('preview.stopOf', { name })}
                  onClick={player.stop}
                >
                  {t('preview.stop')}
                </Button>
              ) : (
                <Button
                  icon={<CaretRightOutlined />}
                  pending={state === 'loading'}
                  aria-label={t('preview.of', { name })}
                  onClick={() => void preview(voice_id)}
                >
                  {t('preview.play')}
                </Button>
              )}
              {can(may('voice_settings', 'update')) && (
                <Button
                  disabled={isCurrent}
                  pending={choose.isPending && choose.variables.voice_id === voice_id}
                  aria-label={t('select.of', { name })}
                  onClick={() => choose.mutate(voice)}
                >
                  {t('select.submit')}
                </Button>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
