// Must not import zod: the editor validates on every keystroke without loading it.

/** A text without plural has the form `text`; one with plural has the CLDR categories of its language. */
export const formNames = ['text', 'zero', 'one', 'two', 'few', 'many', 'other'] as const
export type FormName = (typeof formNames)[number]
export type Forms = { [form in FormName]?: string }

export const placeholder = /\{\{([^{}]*)\}\}/g
export const tag = /<(\/?)([A-Za-z]\w*|\d+)\s*(\/?)>/g
/** A placeholder with insignificant spaces removed. */
export const tidied = (inner: string) => `{{${inner.trim().replace(/\s*,\s*/, ', ')}}}`

/** The placeholders of a text, with insignificant spaces removed. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, inner = '']) => tidied(inner))),
]

/** Replaces each placeholder; `replace` gets it with insignificant spaces removed. */
export const replacePlaceholders = (text: string, replace: (placeholder: string) => string): string =>
  text.replaceAll(placeholder, (_, inner: string) => replace(tidied(inner)))

/** Replaces placeholders and tags by spaces of the same length. */
export const withoutCodes = (text: string): string =>
  text
    .replaceAll(placeholder, code => ' '.repeat(code.length))
    .replaceAll(tag, code => ' '.repeat(code.length))

/** A run of words, or a placeholder or tag. */
export interface TextPart {
  kind: 'words' | 'placeholder' | 'open' | 'close' | 'alone'
  text: string
  /** Name of a tag. */
  name: string
}

/** Splits a text into words, placeholders and tags; joined, they are the text again. */
export function splitCodes(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  const words = (to: number) => {
    if (to > end) parts.push({ kind: 'words', text: text.slice(end, to), name: '' })
  }
  const codes = [...text.matchAll(placeholder), ...text.matchAll(tag)].sort((a, b) => a.index - b.index)
  for (const match of codes) {
    const { 0: whole, 2: name, 1: closes, 3: alone, index } = match
    // A tag within a placeholder belongs to it.
    if (index < end) continue
    words(index)
    const kind = name === undefined ? 'placeholder' : alone ? 'alone' : closes ? 'close' : 'open'
    parts.push({ kind, text: whole, name: name ?? '' })
    end = index + whole.length
  }
  words(text.length)
  return parts
}

/** Opening and closing tags of a text. */
export const tagsOf = (text: string): string[] =>
  [...text.matchAll(tag)].map(([, end, name, alone]) => `<${end}${name}${alone}>`)

const fullWidth =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\p{Extended_Pictographic}]/u

/** Estimated columns of a filled placeholder. */
const placeholderColumns = 8

/** Width of a text in columns: full-width characters (Unicode East Asian Width) count two, combining marks none. */
export function columnsOf(text: string): number {
  const bare = text.replaceAll(tag, '').replaceAll(placeholder, 'x'.repeat(placeholderColumns))
  let columns = 0
  for (const character of bare) if (!/\p{M}/u.test(character)) columns += fullWidth.test(character) ? 2 : 1
  return columns
}

/** How much longer translations from English may be, by columns of the source: W3C, “Text size in translation”. */
const expansions = [
  { to: 10, factor: 3 },
  { to: 20, factor: 2 },
  { to: 30, factor: 1.8 },
  { to: 50, factor: 1.6 },
  { to: 70, factor: 1.7 },
  { to: Number.POSITIVE_INFINITY, factor: 1.3 },
]
/** Languages that need more room than the average. */
const roomier: Readonly<Record<string, number>> = { es: 1.3, fr: 1.3, de: 1.3, ja: 1.3 }

/** Columns above which a translation counts as long, by its language; at least 25 more than the source. */
export function maxComfortableColumns(source: string, language: string): number {
  const columns = columnsOf(source)
  const factor = expansions.find(({ to }) => columns <= to)?.factor ?? 1
  return Math.ceil(Math.max(columns * factor * (roomier[language] ?? 1), columns + 25))
}

/** @param source the English forms */
export const isPlural = (source: Forms): boolean => source.other !== undefined

/** The forms a text needs in a language: its plural categories, or `text`. */
export function requiredForms(language: string, source: Forms): readonly FormName[] {
  if (!isPlural(source)) return ['text']
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return formNames.filter(form => (pluralCategories as string[]).includes(form))
}

/** The source form that a translated form is compared with. */
export const sourceForm = (source: Forms, form: FormName): string =>
  source[form] ?? source.other ?? source.text ?? ''

export const isSame = (one: Forms, other: Forms): boolean =>
  formNames.every(form => one[form] === other[form])
