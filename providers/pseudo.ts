import type { ResourceKey } from 'i18next'

/** What stands around each text, so that a text without it was not taken from `locales/`. */
const [start, end] = ['⟦', '⟧']

const accented: Readonly<Record<string, string>> = Object.fromEntries(
  [...'áƀçđéƒĝĥíĵķĺɱñóþɋŕšŧúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĹṀÑÓÞɊŔŠŦÚṼŴẊÝŽ'].map((letter, index) => [
    String.fromCharCode(index < 26 ? 97 + index : 65 + index - 26),
    letter,
  ]),
)

/** Placeholders with their formats, nested texts and tags: what i18next and `Trans` read. */
const machinery = /(\{\{.*?\}\}|\$t\(.*?\)|<\/?\w+\s*\/?>)/

const filler = 'óñé ŧŵó ŧĥŕéé ƒóúŕ ƒíṽé šíẋ šéṽéñ éíĝĥŧ ñíñé ŧéñ '

/** About as much longer as the longest of our languages: labels double, sentences grow by two fifths. */
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

/** English has two plural forms; a language with more gets its other one for each. */
function formsOf(key: string, language: string): string[] {
  if (!key.endsWith('_other')) return [key]
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return pluralCategories.map(category => key.replace(plural, `_${category}`))
}

/**
 * Texts as a pseudo-locale has them, made from the English ones: each between ⟦ and ⟧; in `en-XA` accented and longer
 * too. Placeholders and tags stay as they are.
 */
export function disguised(texts: ResourceKey, language: string): ResourceKey {
  if (typeof texts === 'string') return language === 'en-XA' ? accent(texts) : `${start}${texts}${end}`
  if (Array.isArray(texts)) return texts.map(text => disguised(text, language))
  const named = Object.entries(texts as Record<string, ResourceKey>)
  const inAllForms = named.flatMap(([key, text]) =>
    formsOf(key, language).map(form => [form, disguised(text, language)] as const),
  )
  // What English says of one by itself stays.
  return Object.fromEntries([
    ...inAllForms,
    ...named.map(([key, text]) => [key, disguised(text, language)] as const),
  ])
}
