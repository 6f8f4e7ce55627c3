import GlobalOutlined from '@ant-design/icons/GlobalOutlined'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, type Language, languages } from '#providers/i18n.ts'
import styles from './language-picker.module.css'

export function LanguagePicker() {
  const { t, i18n } = useTranslation()
  return (
    <span className={styles.picker}>
      <GlobalOutlined aria-hidden />
      <select
        aria-label={t('language')}
        value={i18n.language}
        onChange={event => void chooseLanguage(event.target.value as Language)}
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
