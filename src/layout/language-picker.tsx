import GlobalOutlined from '@ant-design/icons/GlobalOutlined'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { CallerContext } from '#kit/caller.ts'
import { say } from '#kit/toasts.ts'
import { keepReading } from '#providers/auth.ts'
import { chooseLanguage, type Language, languages } from '#providers/i18n.ts'
import styles from './language-picker.module.css'

/** The languages, each named in itself. Whoever is signed in has the choice kept with their account. */
export function LanguagePicker() {
  const { t, i18n } = useTranslation()
  const caller = useContext(CallerContext)

  async function choose(language: Language) {
    await chooseLanguage(language)
    if (caller)
      await keepReading({ locale: language }).catch(() => say({ tone: 'bad', text: t('networkError') }))
  }

  return (
    <span className={styles.picker}>
      <GlobalOutlined aria-hidden />
      <select
        aria-label={t('language')}
        value={i18n.language}
        onChange={event => void choose(event.target.value as Language)}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}
