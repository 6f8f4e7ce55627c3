import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LanguageSettings, Voice } from '#contract/conversations/speech.ts'
import type { VoiceLanguage, VoiceLanguageCode } from '#contract/conversations/voice-languages.ts'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { QueryState } from '#kit/query-state.tsx'
import { toast } from '#kit/toasts.ts'
import { Flag } from './language-list.tsx'
import styles from './language-panel.module.css'
import { VoiceList } from './voice-list.tsx'

interface LanguagePanelProps {
  language: VoiceLanguage & { code: VoiceLanguageCode }
  voices: UseQueryResult<{ voices: Voice[] }>
  /** Undefined while loading. */
  settings: LanguageSettings | undefined
  areSettingsMissing: boolean
}

/** One language with its selected voice and the available voices, with previews. */
export function LanguagePanel({ language, voices, settings, areSettingsMissing }: LanguagePanelProps) {
  const { t } = useTranslation('voices')
  const wording = useLocaleFormats()
  const id = useId()
  const { code, flag, nativeName, dialect, recommendedModel, sample } = language
  const [sentence, setSentence] = useState(sample)
  const current = settings?.[code]

  useEffect(() => {
    if (voices.error) toast({ tone: 'bad', text: t('list.failed'), key: 'voices' })
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
            {areSettingsMissing ? t('panel.unknown') : (current?.preferredVoiceName ?? t('panel.default'))}
          </dd>
        </div>
      </dl>
      <div className={styles.sentence}>
        <label htmlFor={`${id}-sentence`}>{t('panel.previewText')}</label>
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
      <QueryState of={voices} failed={t('list.unread')}>
        {({ voices }) => (
          <VoiceList
            language={language}
            voices={voices}
            current={current?.preferredVoice}
            sentence={sentence.trim() || sample}
          />
        )}
      </QueryState>
    </section>
  )
}
