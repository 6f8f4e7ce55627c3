import type { I18nProvider } from '@refinedev/core'
import i18next, { type BackendModule, type Namespace, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language as LanguageOfTexts } from '#contract/kit/language.ts'

/** The console's languages, each named in itself. A folder of `locales/` with the same name holds its texts. */
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

/** English in disguise, for developers: `?lang=en-XA` shows what is hard-coded or cut off, `?lang=ar-XB` the mirror. */
const pseudoLocales = ['en-XA', 'ar-XB']

/** The language that the address asked for (`?lang=`), to which this tab keeps; null where it asked for none of ours. */
const askedFor = () => sessionStorage.getItem(languageKey)

/** The language asked for or chosen before, else the first of the browser's that we have, else English. */
function preferred(): string {
  const asked = new URLSearchParams(location.search).get('lang')
  if (asked && (isLanguage(asked) || pseudoLocales.includes(asked)))
    sessionStorage.setItem(languageKey, asked)
  const wishes = [localStorage.getItem(languageKey) ?? '', ...navigator.languages]
  return askedFor() ?? wishes.map(wish => wish.split('-')[0] ?? '').find(isLanguage) ?? 'en'
}

type Files = Record<string, () => Promise<{ default: ResourceKey }>>
const filesOf = import.meta.glob<Files>('./texts/*.ts', { import: 'files' })

/** Reads one file of `locales/`; of a pseudo-locale, the English one in disguise. */
async function textsOf(language: string, namespace: string): Promise<ResourceKey> {
  if (pseudoLocales.includes(language)) {
    const { disguised } = await import('./pseudo.ts')
    return disguised(await textsOf('en', namespace), language)
  }
  const files = await filesOf[`./texts/${language}.ts`]?.()
  const load = files?.[`../../locales/${language}/${namespace}.json`]
  if (!load) throw new Error(`No texts for ${language}/${namespace}`)
  return (await load()).default
}

/** Reads texts when they are first needed. */
const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    Promise.all([textsOf(language, namespace), import('./published-texts.ts')]).then(
      ([texts, { asPublished }]) => done(null, asPublished(i18next, language, namespace, texts)),
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
      supportedLngs: [...Object.keys(languages), ...pseudoLocales],
      load: 'currentOnly',
      // A reader of one language is not sent another; that no text is missing is proved by `npm run check`.
      fallbackLng: false,
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
  sessionStorage.removeItem(languageKey)
  localStorage.setItem(languageKey, language)
  await i18next.changeLanguage(language)
}

/** Speaks the language of who signed in, on whatever device, unless this tab was asked for another. */
export async function speakTo({ locale }: { locale: string }) {
  const language = locale.split('-')[0] ?? ''
  if (isLanguage(language) && language !== i18next.language && !askedFor()) await chooseLanguage(language)
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
