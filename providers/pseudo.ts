import type { ResourceKey } from 'i18next'

/** Wrapped around each text: a text without it was not taken from `locales/`. */
const [start, end] = ['⟦', '⟧']

const accented: Readonly<Record<string, string>> = Object.fromEntries(
  [...'áƀçđéƒĝĥíĵķĺɱñóþɋŕšŧúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĹṀÑÓÞɊŔŠŦÚṼŴẊÝŽ'].map((letter, index) => [
    String.fromCharCode(index < 26 ? 97 + index : 65 + index - 26),
    letter,
  ]),
)

/** Placeholders, nested texts and tags, which i18next and `Trans` interpret. */
const machinery = /(\{\{.*?\}\}|\$t\(.*?\)|<\/?\w+\s*\/?>)/

const filler = 'óñé ŧŵó ŧĥŕéé ƒóúŕ ƒíṽé šíẋ šéṽéñ éíĝĥŧ ñíñé ŧéñ '

/** Pads to about the length of the longest language: labels double, sentences grow by 40 %. */
function padding(length: number): string {
  const more = Math.ceil(length * (length < 10 ? 1 : 0.4))
  return filler
    .repeat(Math.ceil(more / filler.length))
    .slice(0, more)
    .trim()
}

function accent(text: string): string {
  const parts = text.split(machinery)
  const words = parts
    .map((part, index) => (index % 2 ? part : part.replace(/[a-z]/gi, letter => accented[letter] ?? letter)))
    .join('')
  const { length } = parts.filter((_, index) => index % 2 === 0).join('')
  return `${start}${words} ${padding(length)}${end}`
}

const plural = /_(zero|one|two|few|many|other)$/

/** English has two plural forms; languages with more reuse `_other`. */
function formsOf(key: string, language: string): string[] {
  if (!key.endsWith('_other')) return [key]
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return pluralCategories.map(category => key.replace(plural, `_${category}`))
}

/**
 * Derives pseudo-locale texts from English: each wrapped in ⟦ and ⟧, in `en-XA` also accented and padded.
 * Placeholders and tags stay unchanged.
 */
export function toPseudoLocale(texts: ResourceKey, language: string): ResourceKey {
  if (typeof texts === 'string') return language === 'en-XA' ? accent(texts) : `${start}${texts}${end}`
  if (Array.isArray(texts)) return texts.map(text => toPseudoLocale(text, language))
  const named = Object.entries(texts as Record<string, ResourceKey>)
  const inAllForms = named.flatMap(([key, text]) =>
    formsOf(key, language).map(form => [form, toPseudoLocale(text, language)] as const),
  )
  // Singular texts defined by English are kept.
  return Object.fromEntries([
    ...inAllForms,
    ...named.map(([key, text]) => [key, toPseudoLocale(text, language)] as const),
  ])
}
