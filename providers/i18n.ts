import type { I18nProvider } from '@refinedev/core'
import i18next, { type BackendModule, type Namespace, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language as LanguageOfTexts } from '#contract/language.ts'

/** The console's languages, each named in itself. A folder of `locales/` with the same name holds its texts. */
export const languages = { en: 'English', es: 'Español' } as const satisfies Record<LanguageOfTexts, string>
export type Language = keyof typeof languages

const languageKey = 'language'
const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name)

/** The language chosen before, else the first of the browser's that we have, else English. */
function preferred(): Language {
  const wishes = [localStorage.getItem(languageKey) ?? '', ...navigator.languages]
  return wishes.map(wish => wish.split('-')[0] ?? '').find(isLanguage) ?? 'en'
}

const files = import.meta.glob<{ default: ResourceKey }>('../locales/*/*.json')

/** Reads one file of `locales/` when it is first needed. */
const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    const load = files[`../locales/${language}/${namespace}.json`]
    if (!load) return done(new Error(`No texts for ${language}/${namespace}`), null)
    Promise.all([load(), import('./published-texts.ts')]).then(
      ([file, { asPublished }]) => done(null, asPublished(i18next, language, namespace, file.default)),
      (error: Error) => done(error, null),
    )
  },
}

const started = Promise.withResolvers<void>()

/** Speaks the preferred language; resolves when the texts that every screen needs are there. */
export async function startLanguage() {
  i18next.on('languageChanged', language => {
    document.documentElement.lang = language
    document.documentElement.dir = i18next.dir(language)
  })
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: preferred(),
      supportedLngs: Object.keys(languages),
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
    })
  started.resolve()
}

/** Fetches texts ahead of the screen that shows them; asked for before the language is known, it waits for that. */
export async function loadTexts(...namespaces: (Namespace & string)[]) {
  // i18next itself answers too early then, without having fetched anything.
  await started.promise
  await i18next.loadNamespaces(namespaces)
}

export async function chooseLanguage(language: Language) {
  localStorage.setItem(languageKey, language)
  await i18next.changeLanguage(language)
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
