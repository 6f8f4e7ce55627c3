import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LanguageSettings, Voice } from '#contract/conversations/speech.ts'
import type { VoiceLanguage, VoiceLanguageCode } from '#contract/conversations/voice-languages.ts'
import { Reading } from '#kit/reading.tsx'
import { say } from '#kit/toasts.ts'
import { useWording } from '#kit/wording.ts'
import { Flag } from './flag.tsx'
import styles from './language-panel.module.css'
import { VoiceList } from './voice-list.tsx'

interface LanguagePanelProps {
  language: VoiceLanguage & { code: VoiceLanguageCode }
  voices: UseQueryResult<{ voices: Voice[] }>
  /** Undefined while they are not known. */
  settings: LanguageSettings | undefined
  areSettingsMissing: boolean
}

/** One language: what it is, which voice it has, and the voices that it could have, to be heard and chosen. */
export function LanguagePanel({ language, voices, settings, areSettingsMissing }: LanguagePanelProps) {
  const { t } = useTranslation('voices')
  const wording = useWording()
  const id = useId()
  const { code, flag, nativeName, dialect, recommendedModel, sample } = language
  const [sentence, setSentence] = useState(sample)
  const current = settings?.[code]

  useEffect(() => {
    if (voices.error) say({ tone: 'bad', text: t('list.failed'), key: 'voices' })
  }, [voices.error, t])

  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id}>
        <Flag flag={flag} /> {wording.language(code)}{' '}
        <bdi lang={code} className={styles.native}>
          {nativeName}
        </bdi>
      </h2>
      <dl className={styles.facts}>
        <div>
          <dt>{t('panel.dialect')}</dt>
          <dd>{t(`dialects.${dialect}`)}</dd>
        </div>
        <div>
          <dt>{t('panel.model')}</dt>
          <dd>
            <code>{recommendedModel}</code>
          </dd>
        </div>
        <div>
          <dt>{t('panel.current')}</dt>
          <dd>
            {areSettingsMissing ? t('panel.unknown') : (current?.preferredVoiceName ?? t('panel.usual'))}
          </dd>
        </div>
      </dl>
      <div className={styles.sentence}>
        <label htmlFor={`${id}-sentence`}>{t('panel.sentence')}</label>
        <textarea
          id={`${id}-sentence`}
          lang={code}
          dir="auto"
          rows={2}
          maxLength={500}
          value={sentence}
          onChange={event => setSentence(event.target.value)}
        />
      </div>
      <Reading of={voices} failed={t('list.unread')}>
        {({ voices }) => (
          <VoiceList
            language={language}
            voices={voices}
            current={current?.preferredVoice}
            sentence={sentence.trim() || sample}
          />
        )}
      </Reading>
    </section>
  )
}
