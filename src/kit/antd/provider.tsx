import '@ant-design/v5-patch-for-react-19'
import { ConfigProvider, type ThemeConfig, theme as themes } from 'antd'
import type { Locale } from 'antd/es/locale'
import { createContext, type ReactNode, use, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kit/language.ts'
import { useTheme } from '../theme.ts'
import './hints.css'

const locales: Record<Language, () => Promise<{ default: Locale }>> = {
  en: () => import('antd/es/locale/en_US'),
  es: () => import('antd/es/locale/es_ES'),
  fr: () => import('antd/es/locale/fr_FR'),
  de: () => import('antd/es/locale/de_DE'),
  ja: () => import('antd/es/locale/ja_JP'),
  ar: () => import('antd/es/locale/ar_EG'),
}

const loading = new Map<string, Promise<Locale>>()
const loaded = new Map<string, Locale>()

/** Loads antd's own texts in a language. */
export function loadLocale(language: string): Promise<Locale> {
  const known = loading.get(language)
  if (known) return known
  const load = locales[language.split('-')[0] as Language] ?? locales.en
  const locale = load().then(file => {
    loaded.set(language, file.default)
    return file.default
  })
  loading.set(language, locale)
  return locale
}

/** Suspends on the first language only; later ones replace it once loaded. */
function useLocaleOf(language: string): Locale {
  const shown = useDeferredValue(language)
  return loaded.get(shown) ?? use(loadLocale(shown))
}

const builtThemes = new Map<boolean, ThemeConfig>()

/** antd's theme, built once: reading the custom properties makes the browser lay the page out. */
function themeOf(dark: boolean): ThemeConfig {
  const theme = builtThemes.get(dark) ?? buildTheme(dark)
  builtThemes.set(dark, theme)
  return theme
}

/** Builds antd's theme from the CSS custom properties of the current theme. */
function buildTheme(dark: boolean): ThemeConfig {
  const tokens = getComputedStyle(document.documentElement)
  const token = (name: string) => tokens.getPropertyValue(`--${name}`).trim()
  return {
    algorithm: dark ? [themes.darkAlgorithm, themes.compactAlgorithm] : themes.compactAlgorithm,
    cssVar: { key: dark ? 'antd-dark' : 'antd-light' },
    hashed: false,
    token: {
      fontFamily: token('font'),
      fontFamilyCode: token('mono'),
      // The compact algorithm takes 2 and 4 pixels off these.
      fontSize: 14 + 2,
      borderRadius: Number.parseInt(token('radius'), 10),
      borderRadiusLG: Number.parseInt(token('radius-large'), 10),
      controlHeight: Number.parseInt(token('control-height'), 10) + 4,
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
      colorBgMask: 'rgb(0 0 0 / 0.5)',
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

/** Where lists and calendars open: within the main landmark, or above what is modal. */
export const popupContainer = (control: HTMLElement) =>
  (control.closest('[role="dialog"]') ? null : control.closest('main')) ?? document.body

const IsInside = createContext(false)

/** antd's ConfigProvider with the console's theme and language; does nothing within another one. */
export function Antd({ children }: { children: ReactNode }) {
  return use(IsInside) ? children : <Outermost>{children}</Outermost>
}

function Outermost({ children }: { children: ReactNode }) {
  const dark = useTheme() === 'dark'
  const { i18n } = useTranslation()
  return (
    <IsInside value={true}>
      <ConfigProvider theme={themeOf(dark)} locale={useLocaleOf(i18n.language)} direction={i18n.dir()}>
        {children}
      </ConfigProvider>
    </IsInside>
  )
}
