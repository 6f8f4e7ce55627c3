import GlobalOutlined from '@ant-design/icons/GlobalOutlined'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { CurrentUserContext } from '#kit/current-user.ts'
import { toast } from '#kit/toasts.ts'
import { saveLocaleSettings } from '#providers/auth.ts'
import { chooseLanguage, type Language, languages } from '#providers/i18n.ts'
import styles from './language-picker.module.css'

/** Language select. The choice is saved to the signed-in user's account. */
export function LanguagePicker() {
  const { t, i18n } = useTranslation()
  const caller = useContext(CurrentUserContext)

  async function choose(language: Language) {
    await chooseLanguage(language)
    if (caller)
      await saveLocaleSettings({ locale: language }).catch(() =>
        toast({ tone: 'bad', text: t('networkError') }),
      )
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
