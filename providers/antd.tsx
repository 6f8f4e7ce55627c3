import '@ant-design/v5-patch-for-react-19'
import { ConfigProvider, type ThemeConfig, theme as themes } from 'antd'
import type { Locale } from 'antd/es/locale'
import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from './i18n.ts'
import { useTheme } from './theme.ts'

const locales: Record<Language, () => Promise<{ default: Locale }>> = {
  en: () => import('antd/locale/en_US'),
  es: () => import('antd/locale/es_ES'),
  fr: () => import('antd/locale/fr_FR'),
  de: () => import('antd/locale/de_DE'),
  ja: () => import('antd/locale/ja_JP'),
  ar: () => import('antd/locale/ar_EG'),
}

const loaded = new Map<string, Promise<Locale>>()

function localeOf(language: string): Promise<Locale> {
  const known = loaded.get(language)
  if (known) return known
  const load = locales[language.split('-')[0] as Language] ?? locales.en
  const locale = load().then(file => file.default)
  loaded.set(language, locale)
  return locale
}

/** Builds antd's theme from the CSS custom properties of the current theme. */
function themeOf(dark: boolean): ThemeConfig {
  const tokens = getComputedStyle(document.documentElement)
  const token = (name: string) => tokens.getPropertyValue(`--${name}`).trim()
  return {
    algorithm: dark ? [themes.darkAlgorithm, themes.compactAlgorithm] : themes.compactAlgorithm,
    token: {
      fontFamily: token('font'),
      fontFamilyCode: token('mono'),
      fontSize: 14,
      borderRadius: Number.parseInt(token('radius'), 10),
      borderRadiusLG: Number.parseInt(token('radius-large'), 10),
      controlHeight: Number.parseInt(token('control-height'), 10),
      colorPrimary: token('accent-solid'),
      colorLink: token('accent'),
      colorSuccess: token('good'),
      colorWarning: token('warn'),
      colorError: token('bad'),
      colorInfo: token('info'),
      colorBgBase: token('surface'),
      colorBgLayout: token('canvas'),
      colorBgContainer: token('surface'),
      colorBgElevated: token('raised'),
      colorText: token('text'),
      colorTextSecondary: token('text-2'),
      colorTextTertiary: token('text-3'),
      colorTextDescription: token('text-2'),
      colorTextPlaceholder: token('text-3'),
      colorBorder: token('control'),
      colorBorderSecondary: token('line'),
      colorSplit: token('line'),
      colorTextLightSolid: token('on-accent'),
      wireframe: false,
    },
  }
}

/** antd's ConfigProvider with the console's theme and language. Large: load it lazily. */
export function Antd({ children }: { children: ReactNode }) {
  const dark = useTheme() === 'dark'
  const { i18n } = useTranslation()
  return (
    <ConfigProvider theme={themeOf(dark)} locale={use(localeOf(i18n.language))} direction={i18n.dir()}>
      {children}
    </ConfigProvider>
  )
}
