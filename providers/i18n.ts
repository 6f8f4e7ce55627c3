import type { I18nProvider } from '@refinedev/core'
import i18next, { type BackendModule, type Namespace, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language as LanguageOfTexts } from '#contract/kit/language.ts'
import { picture } from '#kit/preview/picture.ts'

/** Supported languages, each named in itself. `locales/<code>/` holds the texts. */
export const languages = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  ja: '日本語',
  ar: 'العربية',
} as const satisfies Record<LanguageOfTexts, string>
export type Language = keyof typeof languages

const languageKey = 'language'
const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name)

/**
 * Pseudo-locales for developers: `?lang=en-XA` reveals hard-coded and truncated texts, `?lang=ar-XB` mirrors the
 * layout.
 */
const pseudoLocales = ['en-XA', 'ar-XB']

/** The language of the picture that this page is, or the one requested by `?lang=` in this tab; null without either. */
const requestedLanguage = () => picture?.language ?? sessionStorage.getItem(languageKey)

/** Language to start with: requested, then stored, then the first supported browser language, then English. */
function detectLanguage(): string {
  const requested = new URLSearchParams(location.search).get('lang')
  if (requested && (isLanguage(requested) || pseudoLocales.includes(requested)))
    sessionStorage.setItem(languageKey, requested)
  const candidates = [localStorage.getItem(languageKey) ?? '', ...navigator.languages]
  return (
    requestedLanguage() ?? candidates.map(candidate => candidate.split('-')[0] ?? '').find(isLanguage) ?? 'en'
  )
}

type Files = Record<string, () => Promise<{ default: ResourceKey }>>
const filesOf = import.meta.glob<Files>('./texts/*.ts', { import: 'files' })

/** Loads one namespace; pseudo-locales are derived from English. */
async function textsOf(language: string, namespace: string): Promise<ResourceKey> {
  if (pseudoLocales.includes(language)) {
    const { toPseudoLocale } = await import('./pseudo.ts')
    return toPseudoLocale(await textsOf('en', namespace), language)
  }
  const files = await filesOf[`./texts/${language}.ts`]?.()
  const load = files?.[`../../locales/${language}/${namespace}.json`]
  if (!load) throw new Error(`No texts for ${language}/${namespace}`)
  return (await load()).default
}

/** Loads namespaces on demand. */
const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    Promise.all([textsOf(language, namespace), import('./published-texts.ts')]).then(
      ([texts, { withPublishedTexts }]) =>
        done(null, withPublishedTexts(i18next, language, namespace, texts)),
      (error: Error) => done(error, null),
    )
  },
}

const started = Promise.withResolvers<void>()

/** Starts i18next; resolves when the texts shared by all screens are loaded. */
export async function startLanguage() {
  i18next.on('languageChanged', language => {
    document.documentElement.lang = language
    document.documentElement.dir = i18next.dir(language)
  })
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: detectLanguage(),
      supportedLngs: [...Object.keys(languages), ...pseudoLocales],
      load: 'currentOnly',
      // No fallback language to download: `npm run check` proves that every language is complete.
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
    })
  started.resolve()
}

/** Loads namespaces ahead of the screen that uses them; waits until the language is known. */
export async function loadTexts(...namespaces: (Namespace & string)[]) {
  // Before that, `loadNamespaces` resolves without loading anything.
  await started.promise
  await i18next.loadNamespaces(namespaces)
}

export async function chooseLanguage(language: Language) {
  sessionStorage.removeItem(languageKey)
  localStorage.setItem(languageKey, language)
  await i18next.changeLanguage(language)
}

/** Switches to the user's own language on any device, unless `?lang=` requested another one for this tab. */
export async function applyUserLanguage({ locale }: { locale: string }) {
  const language = locale.split('-')[0] ?? ''
  if (isLanguage(language) && language !== i18next.language && !requestedLanguage())
    await chooseLanguage(language)
}

export const i18nProvider: I18nProvider = {
  translate: (key, options, defaultMessage) =>
    String(
      i18next.t(
        key as never,
        typeof options === 'string'
          ? options
          : ({ defaultValue: defaultMessage ?? key, ...options } as never),
      ),
    ),
  changeLocale: (language: string) => (isLanguage(language) ? chooseLanguage(language) : undefined),
  getLocale: () => i18next.language,
}
