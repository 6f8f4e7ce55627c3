import { resourceLabels } from '#contract/kit/labels.ts'
import type { Language } from '#contract/kit/language.ts'
import type { Problem as Document } from '#contract/kit/problem.ts'
import { matchLanguage, textBundle, textFinder, translator } from './texts.ts'

type FieldError = NonNullable<Document['errors']>[number]

/** A sentence that the server says in English, as a pattern, and the key of its text. */
interface Phrase {
  key: string
  pattern: RegExp
  /** What is filled in, in the order of the pattern. */
  names: string[]
}

const placeholder = /\{\{(\w+)\}\}/g

function phraseOf(key: string, english: string): Phrase {
  const fixed = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return {
    key: key.replace(/_(one|other)$/, ''),
    pattern: new RegExp(`^${fixed.replace(placeholder, '(.+)')}$`, 's'),
    names: [...english.matchAll(placeholder)].map(([, name = '']) => name),
  }
}

const phrases = Object.entries(textBundle('en', 'refusals')).flatMap(([group, texts]) =>
  Object.entries(texts as Record<string, string>).map(([key, english]) =>
    phraseOf(`${group}.${key}`, english),
  ),
)

/** The text of `locales/` that says a sentence of the server's; undefined where there is none. */
export const findPhrase = (english: string): Phrase | undefined =>
  phrases.find(({ pattern }) => pattern.test(english))

/** A sentence of the server's in a language, with what is filled in where that is a sentence of its own. */
export function localizeSentence(language: Language, english: string): string {
  const phrase = language === 'en' ? undefined : findPhrase(english)
  if (!phrase) return english
  const [, ...parts] = phrase.pattern.exec(english) ?? []
  const values = phrase.names.map((name, index) => {
    const part = parts[index] ?? ''
    return [name, /^\d+$/.test(part) ? Number(part) : localizeSentence(language, part)]
  })
  return String(translator(language, 'refusals')(phrase.key as 'record.stale', Object.fromEntries(values)))
}

/** What a field is called, by whichever resource has it. */
function fieldName(language: Language, path: string): string {
  const field = path.split('.').at(-1) ?? path
  const anywhere = Object.keys(textBundle('en', 'resources')).map(name => `${name}.fields.${field}`)
  return resourceLabels(keys => textFinder(language)([...keys, ...anywhere]), '').field(field)
}

/** Whether words are ours or the contract's, which say more than the code of what was broken; a schema's own are not. */
export const isCustomMessage = (words: string) => !/^(Too (small|big)|Invalid)\b/.test(words)

/** Why a field was refused, in a language: by its code where that says all. */
export function localizeReason(language: Language, { code, values, detail, field }: ReasonGiven): string {
  if (!code || (language === 'en' && isCustomMessage(detail))) return localizeSentence(language, detail)
  const named = { field: field === null ? '' : fieldName(language, field), ...values }
  return String(translator(language, 'kit')(`issue.${code}`, named as never))
}
interface ReasonGiven extends Pick<FieldError, 'code' | 'values' | 'detail'> {
  /** Null where it is about no field. */
  field: string | null
}

/** A refusal as it is told to a reader of a language. Its kind, status and codes are the same in each. */
export function localizeProblem(language: Language, told: Document): Document {
  const { detail, errors = [] } = told
  const said = errors.map(error => {
    const field = error.pointer.slice(2).replaceAll('/', '.')
    return { error, field, reason: localizeReason(language, { ...error, field }) }
  })
  const alone = said.find(({ error }) => error.detail === detail)
  const named = said.find(({ error, field }) => `${field}: ${error.detail}` === detail)
  return {
    ...told,
    detail:
      alone?.reason ??
      (named ? `${fieldName(language, named.field)}: ${named.reason}` : localizeSentence(language, detail)),
    ...(told.errors && { errors: said.map(({ error, reason }) => ({ ...error, detail: reason })) }),
  }
}

/** The language that a call asks for by `Accept-Language`: the first there is of those it names; else English. */
export const preferredLanguage = (header: string | undefined): Language =>
  matchLanguage(...(header ?? '').split(',').map(wish => wish.split(';')[0]?.trim().toLowerCase()))
