import { type GetTextTranslation, po } from 'gettext-parser'
import type { Language } from '#contract/kit/language.ts'
import type { InterfaceText } from '#contract/localisation/interface-texts.ts'
import {
  type FormName,
  type Forms,
  isPlural,
  requiredForms,
  sourceForm,
} from '#contract/localisation/text-forms.ts'
import {
  type ExportedFile,
  FileError,
  type ReadText,
  type ReadTexts,
  restrictionOf,
  stateOf,
  writableNote,
} from './format.ts'

/** The CLDR plural categories of each language, in their order, as gettext's plural expressions. */
export const pluralForms: Record<Language, string> = {
  en: 'nplurals=2; plural=(n != 1);',
  de: 'nplurals=2; plural=(n != 1);',
  es: 'nplurals=3; plural=(n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2);',
  fr: 'nplurals=3; plural=(n == 0 || n == 1 ? 0 : n % 1000000 == 0 ? 1 : 2);',
  ja: 'nplurals=1; plural=0;',
  ar: 'nplurals=6; plural=(n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5);',
}

const plural: Forms = { other: '' }
const formsOf = (language: Language) => requiredForms(language, plural)

function entryOf(language: Language, text: InterfaceText): GetTextTranslation {
  const { namespace, key, source, forms, description } = text
  const names = isPlural(source) ? formsOf(language) : (['text'] as const)
  const restriction = restrictionOf(text)
  const isDraft = stateOf(text) === 'initial' && names.some(form => forms[form])
  return {
    msgctxt: `${namespace}:${key}`,
    msgid: sourceForm(source, isPlural(source) ? 'one' : 'text'),
    ...(isPlural(source) && { msgid_plural: sourceForm(source, 'other') }),
    msgstr: names.map(form => forms[form] ?? ''),
    comments: {
      ...(description && { translator: writableNote(description) }),
      ...(restriction && { extracted: restriction }),
      ...(isDraft && { flag: 'fuzzy' }),
    },
  }
}

/** A gettext file of the working copies of a language; drafts are fuzzy. */
export function writePo({ language, texts }: ExportedFile): string {
  const entries = texts.map(text => entryOf(language, text))
  const table = {
    charset: 'utf-8',
    headers: {
      'Project-Id-Version': 'Voicedeck',
      Language: language,
      'MIME-Version': '1.0',
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Transfer-Encoding': '8bit',
      'Plural-Forms': pluralForms[language],
    },
    translations: Object.fromEntries(
      entries.map(entry => [entry.msgctxt as string, { [entry.msgid]: entry }]),
    ),
  }
  return `${po.compile(table, { foldLength: 0 }).toString('utf8')}\n`
}

const invalid = (reason: string) => new FileError(`The file isn’t valid gettext: ${reason}`)

/** Lines of the entries by context: `msgctxt "…"`, also wrapped over several lines. */
function linesOf(content: string): Map<string, number> {
  const lines = new Map<string, number>()
  const starts = [...content.matchAll(/\n/g)].map(({ index }) => index)
  let line = 1
  for (const match of content.matchAll(/^msgctxt((?:\s*"(?:[^"\\\n]|\\.)*")+)/gm)) {
    while ((starts[line - 1] ?? Number.POSITIVE_INFINITY) < match.index) line += 1
    const quoted = [...(match[1] ?? '').matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, part]) => part)
    lines.set(quoted.join('').replaceAll(/\\(.)/g, '$1'), line)
  }
  return lines
}

function requireLanguage(headers: Readonly<Record<string, string>>, language: Language): void {
  const given = headers.Language?.toLowerCase().split(/[-_]/)[0]
  if (given && given !== language) throw invalid(`its language is “${headers.Language}”, not “${language}”`)
  const declared = headers['Plural-Forms']
  const count = formsOf(language).length
  if (declared !== undefined && Number(/nplurals\s*=\s*(\d+)/.exec(declared)?.[1]) !== count)
    throw invalid(`its header Plural-Forms must have nplurals=${count}`)
}

function readEntry(language: Language, entry: GetTextTranslation, line: number | undefined): ReadText {
  const { msgid, msgid_plural, msgstr, comments } = entry
  const names: readonly FormName[] = msgid_plural === undefined ? ['text'] : formsOf(language)
  const isFuzzy = (comments?.flag ?? '').split(',').some(flag => flag.trim() === 'fuzzy')
  const description = comments?.translator?.trim()
  return {
    // gettext has no difference between an empty and a missing translation.
    forms: Object.fromEntries(names.flatMap((form, index) => (msgstr[index] ? [[form, msgstr[index]]] : []))),
    source: msgid_plural === undefined ? { text: msgid } : { one: msgid, other: msgid_plural },
    state: isFuzzy ? 'initial' : 'translated',
    ...(description !== undefined && { description }),
    ...(line !== undefined && { line }),
    ...(msgstr.length > names.length && { refusal: `There are ${msgstr.length} plural forms` }),
  }
}

/**
 * Parses a file, and validates it unless it has a text such as “constructor”: the parser's validation takes the names of
 * what every object inherits for duplicates.
 */
function parse(content: string): ReturnType<typeof po.parse> {
  try {
    return po.parse(content, { validation: true })
  } catch (error) {
    const [, duplicate = ''] = /^Duplicate msgid error: entry "(\w+)"/.exec((error as Error).message) ?? []
    if (duplicate in {}) return po.parse(content)
    throw error
  }
}

/** Parses a gettext file. @throws FileError if it is invalid as a whole */
export function readPo(content: string, language: Language): ReadTexts {
  let table: ReturnType<typeof po.parse>
  try {
    table = parse(content)
  } catch (error) {
    const { message, lineNumber } = error as Error & { lineNumber?: number }
    // The parser trips over what ends within an entry.
    if (error instanceof TypeError) throw invalid('it ends unexpectedly')
    throw invalid(lineNumber === undefined ? message : `line ${lineNumber}: ${message}`)
  }
  // A file without a header has no `headers`, whatever the types say.
  requireLanguage(table.headers ?? {}, language)
  const lines = linesOf(content)
  const texts = new Map<string, ReadText>()
  for (const [context, entries] of Object.entries(table.translations))
    for (const entry of Object.values(entries)) {
      // The header has neither.
      if (context === '' && entry.msgid === '') continue
      const line = lines.get(context)
      const read = readEntry(language, entry, line)
      texts.set(
        context,
        texts.has(context) ? { ...read, refusal: 'There are two entries of this text' } : read,
      )
    }
  return texts
}
