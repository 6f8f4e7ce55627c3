import { resourceLabels } from '#contract/kit/labels.ts'
import type { Language } from '#contract/kit/language.ts'
import type { Problem as Document } from '#contract/kit/problem.ts'
import { matchLanguage, textBundle, textFinder, translator } from './texts.ts'

type FieldError = NonNullable<Document['errors']>[number]

/** An English server message as a pattern, and the key of its text. */
interface Phrase {
  namespace: 'refusals' | 'translations'
  key: string
  pattern: RegExp
  /** Placeholder names, in the order of the pattern. */
  names: string[]
}

const placeholder = /\{\{(\w+)\}\}/g

function phraseOf(namespace: Phrase['namespace'], key: string, english: string): Phrase {
  const fixed = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return {
    namespace,
    key: key.replace(/_(one|other)$/, ''),
    pattern: new RegExp(`^${fixed.replace(placeholder, '(.+)')}$`, 's'),
    names: [...english.matchAll(placeholder)].map(([, name = '']) => name),
  }
}

const phrasesIn = (namespace: Phrase['namespace'], groups: Readonly<Record<string, unknown>>): Phrase[] =>
  Object.entries(groups).flatMap(([group, texts]) =>
    Object.entries(texts as Record<string, string>).map(([key, english]) =>
      phraseOf(namespace, `${group}.${key}`, english),
    ),
  )

const phrases = [
  ...phrasesIn('refusals', textBundle('en', 'refusals')),
  // What quality checks find in a text is a reason to refuse it.
  ...phrasesIn('translations', { findings: textBundle('en', 'translations').findings }),
]

/** Finds the text in `locales/` that matches a server message; undefined if there is none. */
export const findPhrase = (english: string): Phrase | undefined =>
  phrases.find(({ pattern }) => pattern.test(english))

/** Translates a server message; values that are messages themselves are translated too. */
export function localizeSentence(language: Language, english: string): string {
  const phrase = language === 'en' ? undefined : findPhrase(english)
  if (!phrase) return english
  const [, ...parts] = phrase.pattern.exec(english) ?? []
  const values = phrase.names.map((name, index) => {
    const part = parts[index] ?? ''
    return [name, /^\d+$/.test(part) ? Number(part) : localizeSentence(language, part)]
  })
  return String(
    translator(language, phrase.namespace as 'refusals')(
      phrase.key as 'record.stale',
      Object.fromEntries(values),
    ),
  )
}

/** The label of a field, from any resource that has it. */
function fieldName(language: Language, path: string): string {
  const field = path.split('.').at(-1) ?? path
  const anywhere = Object.keys(textBundle('en', 'resources')).map(name => `${name}.fields.${field}`)
  return resourceLabels(keys => textFinder(language)([...keys, ...anywhere]), '').field(field)
}

/** Whether a message was written for the API, and is more specific than an issue code; zod's default messages are not. */
export const isCustomMessage = (words: string) => !/^(Too (small|big)|Invalid)\b/.test(words)

/** Translates the reason why a field was rejected, by its issue code if that is specific enough. */
export function localizeReason(language: Language, { code, values, detail, field }: ReasonGiven): string {
  if (!code || (language === 'en' && isCustomMessage(detail))) return localizeSentence(language, detail)
  const named = { field: field === null ? '' : fieldName(language, field), ...values }
  return String(translator(language, 'kit')(`issue.${code}`, named as never))
}
interface ReasonGiven extends Pick<FieldError, 'code' | 'values' | 'detail'> {
  /** Null if it is not about a field. */
  field: string | null
}

/** Translates the texts of a problem; kind, status and codes are the same in all languages. */
export function localizeProblem(language: Language, problem: Document): Document {
  const { detail, errors = [] } = problem
  const localized = errors.map(error => {
    const field = error.pointer.slice(2).replaceAll('/', '.')
    return { error, field, reason: localizeReason(language, { ...error, field }) }
  })
  const alone = localized.find(({ error }) => error.detail === detail)
  const named = localized.find(({ error, field }) => `${field}: ${error.detail}` === detail)
  return {
    ...problem,
    detail:
      alone?.reason ??
      (named ? `${fieldName(language, named.field)}: ${named.reason}` : localizeSentence(language, detail)),
    ...(problem.errors && { errors: localized.map(({ error, reason }) => ({ ...error, detail: reason })) }),
  }
}

/** The first supported language in `Accept-Language`, or English. */
export const preferredLanguage = (header: string | undefined): Language =>
  matchLanguage(...(header ?? '').split(',').map(wish => wish.split(';')[0]?.trim().toLowerCase()))
