import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { speech } from '#contract/conversations/speech.ts'
import { voiceLanguages } from '#contract/conversations/voice-languages.ts'
import { useSearch } from '#kit/address.ts'
import { Callout } from '#kit/callout.tsx'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'
import { Counts } from './counts.tsx'
import { LanguageList } from './language-list.tsx'
import { LanguagePanel } from './language-panel.tsx'
import styles from './voices.module.css'

/** Voice settings per language; the selected language is in the URL. */
export function Component() {
  const { t } = useTranslation(['voices', 'navigation'])
  const [params, change] = useSearch()
  const abilities = useCall(speech.abilities)
  const settings = useCall(speech.settings)
  const [first] = voiceLanguages
  const selectedCode = params.get('language')
  const language = voiceLanguages.find(({ code }) => code === selectedCode) ?? first
  const voices = useCall(
    speech.voices,
    { body: { provider: 'elevenlabs', language: language?.code ?? 'en' } },
    { enabled: language !== undefined },
  )

  useEffect(() => {
    if (settings.error) console.error(t('settings.failed'))
  }, [settings.error, t])

  return (
    <Page title={t('navigation:screens.languageConfig')} lead={t('lead')}>
      <div className={styles.page}>
        <QueryState of={abilities} failed={t('abilities.failed')}>
          {({ voices: speaker, transcription }) => (
            <>
              <Counts
                configured={settings.data && Object.keys(settings.data).length}
                ready={speaker.languages.length}
                available={voices.data?.voices.length}
              />
              <Callout tone="info">
                <p>
                  {t(speaker.provider === 'embedded' ? 'abilities.embedded' : 'abilities.configured', {
                    name: speaker.name,
                  })}{' '}
                  {transcription.available
                    ? t('abilities.transcribes', { name: transcription.name })
                    : t('abilities.notConfigured')}
                </p>
              </Callout>
            </>
          )}
        </QueryState>
        <div className={styles.columns}>
          <LanguageList
            selected={language?.code}
            settings={settings.data}
            onSelect={code => change({ language: code })}
          />
          {language && (
            <LanguagePanel
              key={language.code}
              language={language}
              voices={voices}
              settings={settings.data}
              areSettingsMissing={settings.isError}
            />
          )}
        </div>
      </div>
    </Page>
  )
}
