import { useTranslation } from 'react-i18next'
import type { LanguageSettings } from '#contract/conversations/speech.ts'
import { type VoiceLanguageCode, voiceLanguages } from '#contract/conversations/voice-languages.ts'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import styles from './language-list.module.css'

interface LanguageListProps {
  selected: VoiceLanguageCode | undefined
  /** Undefined while loading. */
  settings: LanguageSettings | undefined
  onSelect: (code: VoiceLanguageCode) => void
}

/** Languages with their selected voice. */
export function LanguageList({ selected, settings, onSelect }: LanguageListProps) {
  const { t } = useTranslation('voices')
  const wording = useLocaleFormats()
  return (
    <section className={styles.panel} aria-labelledby="languages">
      <h2 id="languages">{t('languages.title')}</h2>
      <ul className={styles.list}>
        {wording
          .byName(voiceLanguages, ({ code }) => wording.language(code))
          .map(({ code, flag, nativeName, dialect, recommendedModel }) => (
            <li key={code}>
              <button
                type="button"
                className={styles.item}
                aria-pressed={code === selected}
                onClick={() => onSelect(code)}
              >
                <span className={styles.flag}>
                  <Flag flag={flag} />
                </span>
                <span className={styles.names}>
                  <span className={styles.name}>
                    {wording.language(code)}{' '}
                    <bdi lang={code} className={styles.native}>
                      {nativeName}
                    </bdi>
                  </span>
                  <span className={styles.dialect}>
                    {t(`dialects.${dialect}`)} · <code translate="no">{recommendedModel}</code>
                  </span>
                </span>
                <span className={styles.chosen}>{settings?.[code]?.preferredVoiceName}</span>
              </button>
            </li>
          ))}
      </ul>
    </section>
  )
}

/** First Unicode regional indicator symbol. */
const first = 0x1f1e6

/** Detects flag emoji support: only a flag font renders in colour. */
function hasFlags(): boolean {
  const canvas = Object.assign(document.createElement('canvas'), { width: 16, height: 16 })
  const context = canvas.getContext('2d')
  if (!context) return false
  context.fillText('🇩🇪', 0, 12)
  const { data } = context.getImageData(0, 0, 16, 16)
  return data.some((value, at) => at % 4 === 0 && value !== data[at + 1])
}
let flags: boolean | undefined

/** Flag emoji, or the country code where the font has no flags. */
export function Flag({ flag }: { flag: string }) {
  flags ??= hasFlags()
  if (flags) return <span aria-hidden>{flag}</span>
  const letters = [...flag].map(sign => String.fromCharCode((sign.codePointAt(0) ?? first) - first + 65))
  return (
    <span className={styles.letters} translate="no" aria-hidden>
      {letters.join('')}
    </span>
  )
}
