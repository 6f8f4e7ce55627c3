import GlobalOutlined from '@ant-design/icons/GlobalOutlined'
import MoonOutlined from '@ant-design/icons/MoonOutlined'
import SunOutlined from '@ant-design/icons/SunOutlined'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { CurrentUserContext } from '#kit/current-user.ts'
import { Select } from '#kit/select.tsx'
import { theme, useTheme } from '#kit/theme.ts'
import { toast } from '#kit/toasts.ts'
import { saveLocaleSettings } from '#providers/auth.ts'
import { chooseLanguage, type Language, languages } from '#providers/i18n.ts'
import styles from './display-settings.module.css'

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
      <Select
        isQuiet
        label={t('language')}
        value={i18n.language as Language}
        options={(Object.keys(languages) as Language[]).map(value => ({
          value,
          label: languages[value],
          lang: value,
        }))}
        onChange={language => void choose(language)}
      />
    </span>
  )
}

/** Switches between the light and the dark theme. */
export function ThemeToggle() {
  const { t } = useTranslation()
  const dark = useTheme() === 'dark'
  const label = t(dark ? 'theme.toLight' : 'theme.toDark')
  return (
    <Button
      variant="quiet"
      icon={dark ? <SunOutlined /> : <MoonOutlined />}
      aria-label={label}
      title={label}
      onClick={theme.toggle}
    />
  )
}
