import AudioOutlined from '@ant-design/icons/AudioOutlined'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { type SpeechAbilities, transcriptions } from '#contract/conversations/speech.ts'
import { Button } from '#kit/button.tsx'
import { call, errorDetail } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { useRecorder } from './use-recorder.ts'
import styles from './voice-input.module.css'
import { wavOf } from './wav.ts'

interface VoiceInputProps {
  language: ConversationLanguage
  /** The transcription adapter and its languages. */
  abilities: SpeechAbilities['transcription']
  disabled: boolean
  onBegin: () => void
  /** @param tookMs transcription time in milliseconds */
  onText: (text: string, tookMs: number) => void
}

/** Whether the browser will prompt for the microphone; not every browser exposes this. */
async function willPrompt(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'microphone' })
    return state === 'prompt'
  } catch {
    return true
  }
}

/** Records and transcribes a turn, with a permission explanation, a level meter and cancel. */
export function VoiceInput({ language, abilities, disabled, onBegin, onText }: VoiceInputProps) {
  const { t } = useTranslation('conversations')
  const recorder = useRecorder()
  const [isExplaining, setExplaining] = useState(false)
  const writing = useRef<AbortController>(null)
  const write = useMutation({
    mutationFn: async (recording: Blob) => {
      const controller = new AbortController()
      writing.current = controller
      const audio = abilities.takes === 'wav' ? await wavOf(recording) : recording
      return call(transcriptions.create, {
        body: { audio: new File([audio], 'turn', { type: audio.type }), language },
        signal: controller.signal,
      })
    },
    onSuccess: ({ text, took_ms }) => text && onText(text, took_ms),
  })
  const begin = async () => {
    write.reset()
    if (!isExplaining && (await willPrompt())) return setExplaining(true)
    setExplaining(false)
    onBegin()
    await recorder.start()
  }
  const finish = async () => {
    const recording = await recorder.finish()
    if (recording) write.mutate(recording)
  }
  const giveUp = () => {
    writing.current?.abort()
    write.reset()
    recorder.cancel()
    setExplaining(false)
  }
  const isRecording = recorder.state === 'recording'
  const { longest } = abilities
  const full = useEffectEvent(finish)
  useEffect(() => {
    if (!isRecording || longest === null) return
    const timer = setTimeout(() => void full(), longest * 1_000)
    return () => clearTimeout(timer)
  }, [isRecording, longest])

  if (!abilities.available) return <p className={styles.state}>{t('voice.notConfigured')}</p>
  if (abilities.languages && !abilities.languages.includes(language))
    return <p className={styles.state}>{t('voice.unsupported', { language: t(`languages.${language}`) })}</p>
  const fault = write.data?.text === '' ? 'silence' : recorder.fault
  const label = isRecording
    ? 'voice.finish'
    : isExplaining
      ? 'voice.continue'
      : write.isPending
        ? 'voice.transcribing'
        : 'voice.record'
  return (
    <div className={styles.voice}>
      {isExplaining && (
        <Callout tone="info" role="status">
          <p>{t('voice.explain', { name: abilities.name })}</p>
        </Callout>
      )}
      {(fault || write.error) && (
        <Callout tone="bad" role="alert">
          <p>{fault ? t(`voice.faults.${fault}`) : (errorDetail(write.error) ?? t('voice.failed'))}</p>
        </Callout>
      )}
      <div className={styles.row}>
        <Button
          variant={isRecording ? 'main' : 'plain'}
          icon={<AudioOutlined />}
          pending={write.isPending || recorder.state === 'asking'}
          disabled={disabled && !isRecording}
          onClick={() => void (isRecording ? finish() : begin())}
        >
          {t(label)}
        </Button>
        {(isExplaining || recorder.state || write.isPending) && (
          <Button onClick={giveUp}>{t('voice.cancel')}</Button>
        )}
        {isRecording && (
          <>
            <span className={styles.dot} aria-hidden />
            <meter min={0} max={1} value={recorder.level} aria-label={t('voice.level')} />
            <span className={styles.state} role="status">
              {longest === null ? t('voice.recording') : t('voice.recordingUpTo', { minutes: longest / 60 })}
            </span>
          </>
        )}
      </div>
    </div>
  )
}
