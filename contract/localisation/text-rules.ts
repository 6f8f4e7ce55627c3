// Must not import zod: the editor validates on every keystroke without loading it.

/** A text without plural has the form `text`; one with plural has the CLDR categories of its language. */
export const formNames = ['text', 'zero', 'one', 'two', 'few', 'many', 'other'] as const
export type FormName = (typeof formNames)[number]
export type Forms = { [form in FormName]?: string }

export const textRules = [
  'form_missing',
  'form_unknown',
  'empty',
  'placeholder_broken',
  'placeholder_missing',
  'placeholder_unknown',
  'nesting',
  'tag_missing',
  'tag_unknown',
  'tag_order',
  'markup',
  'bidi',
  'invisible',
  'control',
  'space_start',
  'space_end',
  'too_long',
  'long',
] as const
export type TextRule = (typeof textRules)[number]

/** A rule violation in one form of a text. Errors block publishing, warnings do not. */
export interface Fault {
  rule: TextRule
  level: 'error' | 'warning'
  form: FormName
  /** The placeholder, tag, code point, or available columns concerned. */
  subject: string
}

interface Judged {
  language: string
  source: Forms
  forms: Forms
  /** Width limit in columns; null if unlimited. */
  columns: number | null
}

/** English messages for the API; the console has its own texts. */
export const reasons: Record<TextRule, (subject: string) => string> = {
  form_missing: form => `The plural form “${form}” is missing`,
  form_unknown: form => `The language has no plural form “${form}”`,
  empty: () => 'The text is empty',
  placeholder_broken: () => 'A placeholder is not closed: each is written {{name}}',
  placeholder_missing: name => `The placeholder ${name} is missing`,
  placeholder_unknown: name => `The source has no placeholder ${name}`,
  nesting: () => 'Only the English text can reference another text with $t(…)',
  tag_missing: tag => `The tag ${tag} is missing`,
  tag_unknown: tag => `The source has no tag ${tag}`,
  tag_order: tag => `The tag ${tag} is not opened and closed in order`,
  markup: markup => `Markup is not allowed: ${markup}`,
  bidi: code => `Direction override characters aren’t allowed: ${code}`,
  invisible: code => `Invisible characters are not allowed: ${code}`,
  control: code => `Control characters are not allowed: ${code}`,
  space_start: () => 'Leading spaces must match the English text',
  space_end: () => 'Trailing spaces must match the English text',
  too_long: limit => `Too long for the smallest screen: at most ${limit} columns`,
  long: limit => `The text is much longer than the source: ${limit} columns are a good measure`,
}

const warnings: ReadonlySet<TextRule> = new Set(['long'])

const placeholder = /\{\{([^{}]*)\}\}/g
const tag = /<(\/?)([A-Za-z]\w*|\d+)\s*(\/?)>/g
const markup = /<[!?/A-Za-z\d][^>]{0,30}>?/
const bidi = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u
const invisible = /[\u00AD\u180E\u200B\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const control = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029]|\p{Surrogate}/u

const codeOf = (text: string) => `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A placeholder with insignificant spaces removed. */
const tidied = (inner: string) => `{{${inner.trim().replace(/\s*,\s*/, ', ')}}}`

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

/** Columns above which a translation counts as too long: 1.3 times the source, and at least ten more. */
export const maxComfortableColumns = (source: string): number =>
  Math.ceil(Math.max(columnsOf(source) * 1.3, columnsOf(source) + 10))

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

/** Returns a tag that is unbalanced. */
function findUnbalancedTag(text: string): string | undefined {
  const open: string[] = []
  for (const [whole, end, name = '', alone] of text.matchAll(tag)) {
    if (alone) continue
    if (!end) open.push(name)
    else if (open.pop() !== name) return whole
  }
  const left = open.pop()
  return left === undefined ? undefined : `<${left}>`
}

/** Multiset difference. */
function multisetDifference(expected: readonly string[], actual: readonly string[]): string[] {
  const left = [...actual]
  return expected.filter(item => {
    const at = left.indexOf(item)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

type Issue = readonly [rule: TextRule, subject: string]
const each = (rule: TextRule, subjects: readonly string[]): Issue[] =>
  subjects.map(subject => [rule, subject])

function placeholderFaults(text: string, model: string, mayDropCount: boolean): Issue[] {
  const [has, wants] = [placeholdersOf(text), placeholdersOf(model)]
  const missing = wants.filter(name => !has.includes(name) && !(mayDropCount && /^\{\{count[,}]/.test(name)))
  const isBroken = /\{\{|\}\}/.test(text.replaceAll(placeholder, ''))
  return [
    ...(isBroken ? each('placeholder_broken', ['']) : []),
    ...each('placeholder_missing', missing),
    ...each(
      'placeholder_unknown',
      has.filter(name => !wants.includes(name)),
    ),
  ]
}

function tagFaults(text: string, model: string): Issue[] {
  const [has, wants] = [tagsOf(text), tagsOf(model)]
  const unknown = multisetDifference(has, wants)
  const disorder = findUnbalancedTag(text)
  const rest = markup.exec(text.replaceAll(tag, ''))?.[0]
  return [
    ...each('tag_missing', multisetDifference(wants, has)),
    ...each('tag_unknown', unknown),
    ...(disorder && unknown.length === 0 ? each('tag_order', [disorder]) : []),
    ...(rest ? each('markup', [rest]) : []),
  ]
}

function characterFaults(text: string): Issue[] {
  return Object.entries({ bidi, invisible, control }).flatMap(([rule, pattern]) => {
    const [character] = pattern.exec(text) ?? []
    return character === undefined ? [] : each(rule as TextRule, [codeOf(character)])
  })
}

function spaceFaults(text: string, model: string): Issue[] {
  const differs = (at: RegExp) => at.test(text) !== at.test(model)
  return [
    ...(differs(/^\s/) ? each('space_start', ['']) : []),
    ...(differs(/\s$/) ? each('space_end', ['']) : []),
  ]
}

function lengthFaults(text: string, model: string, columns: number | null): Issue[] {
  const length = columnsOf(text)
  if (columns !== null && length > columns) return each('too_long', [String(columns)])
  return length > maxComfortableColumns(model) ? each('long', [String(maxComfortableColumns(model))]) : []
}

function findFormFaults(form: FormName, text: string, { source, columns }: Judged): Issue[] {
  const model = sourceForm(source, form)
  if (text.trim() === '') return model.trim() === '' ? [] : each('empty', [''])
  const mayDropCount = form !== 'text' && form !== 'other'
  return [
    ...placeholderFaults(text, model, mayDropCount),
    ...(text.includes('$t(') && !model.includes('$t(') ? each('nesting', ['$t(']) : []),
    ...tagFaults(text, model),
    ...characterFaults(text),
    ...spaceFaults(text, model),
    ...lengthFaults(text, model, columns),
  ]
}

/**
 * Validates a text: placeholders and tags must match the source, plural forms must match the language, and invisible or
 * bidirectional control characters and overlong texts are reported.
 */
export function findFaults(judged: Judged): Fault[] {
  const { language, source, forms } = judged
  const requiredNames = requiredForms(language, source)
  const presentForms = formNames.filter(form => forms[form] !== undefined)
  const issues = [
    ...requiredNames
      .filter(form => forms[form] === undefined)
      .map(form => [form, [isPlural(source) ? 'form_missing' : 'empty', form]] as const),
    ...presentForms
      .filter(form => !requiredNames.includes(form))
      .map(form => [form, ['form_unknown', form]] as const),
    ...presentForms
      .filter(form => requiredNames.includes(form))
      .flatMap(form => findFormFaults(form, forms[form] ?? '', judged).map(fault => [form, fault] as const)),
  ] as const
  return issues.map(([form, [rule, subject]]) => ({
    rule,
    level: warnings.has(rule) ? 'warning' : 'error',
    form,
    subject,
  }))
}

export const errorsIn = (faults: readonly Fault[]): Fault[] => faults.filter(({ level }) => level === 'error')
