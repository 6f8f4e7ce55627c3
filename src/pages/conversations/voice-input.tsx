import AudioOutlined from '@ant-design/icons/AudioOutlined'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationLanguage } from '#contract/conversations.ts'
import { type SpeechAbilities, transcriptions } from '#contract/speech.ts'
import { Button } from '#kit/button.tsx'
import { call, Refused } from '#kit/call.ts'
import { Remark } from '#kit/remark.tsx'
import { useRecorder } from './use-recorder.ts'
import styles from './voice-input.module.css'

interface VoiceInputProps {
  language: ConversationLanguage
  /** Who writes recordings down, and in which languages. */
  abilities: SpeechAbilities['transcription']
  disabled: boolean
  onBegin: () => void
  onText: (text: string) => void
}

/** Whether the browser will ask before it lends the microphone; not every browser tells. */
async function willAsk(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'microphone' })
    return state === 'prompt'
  } catch {
    return true
  }
}

/** Records a turn and has it written down: explained first, with a meter, and cancelled at any time. */
export function VoiceInput({ language, abilities, disabled, onBegin, onText }: VoiceInputProps) {
  const { t } = useTranslation('conversations')
  const recorder = useRecorder()
  const [isExplaining, setExplaining] = useState(false)
  const write = useMutation({
    mutationFn: (recording: Blob) =>
      call(transcriptions.create, {
        body: { audio: new File([recording], 'turn', { type: recording.type }), language },
      }),
    onSuccess: ({ text }) => text && onText(text),
  })
  const begin = async () => {
    write.reset()
    if (!isExplaining && (await willAsk())) return setExplaining(true)
    setExplaining(false)
    onBegin()
    await recorder.start()
  }
  const finish = async () => {
    const recording = await recorder.finish()
    if (recording) write.mutate(recording)
  }

  if (!abilities.available) return <p className={styles.state}>{t('voice.deaf')}</p>
  if (abilities.languages && !abilities.languages.includes(language))
    return <p className={styles.state}>{t('voice.unsupported', { language: t(`languages.${language}`) })}</p>
  const isRecording = recorder.state === 'recording'
  const refusal = write.error instanceof Refused && write.error.problem.detail
  const fault = write.data?.text === '' ? 'silence' : recorder.fault
  const label = isRecording
    ? 'voice.finish'
    : isExplaining
      ? 'voice.continue'
      : write.isPending
        ? 'voice.writing'
        : 'voice.record'
  return (
    <div className={styles.voice}>
      {isExplaining && (
        <Remark tone="info" role="status">
          <p>{t('voice.explain', { name: abilities.name })}</p>
        </Remark>
      )}
      {(fault || write.error) && (
        <Remark tone="bad" role="alert">
          <p>{fault ? t(`voice.faults.${fault}`) : refusal || t('voice.failed')}</p>
        </Remark>
      )}
      <div className={styles.row}>
        <Button
          look={isRecording ? 'main' : 'plain'}
          icon={<AudioOutlined />}
          pending={write.isPending || recorder.state === 'asking'}
          disabled={disabled && !isRecording}
          onClick={() => void (isRecording ? finish() : begin())}
        >
          {t(label)}
        </Button>
        {isRecording && (
          <>
            <Button onClick={recorder.cancel}>{t('voice.cancel')}</Button>
            <span className={styles.dot} aria-hidden />
            <meter min={0} max={1} value={recorder.level} aria-label={t('voice.level')} />
            <span className={styles.state} role="status">
              {t('voice.recording')}
            </span>
          </>
        )}
        {isExplaining && <Button onClick={() => setExplaining(false)}>{t('voice.cancel')}</Button>}
      </div>
    </div>
  )
}
