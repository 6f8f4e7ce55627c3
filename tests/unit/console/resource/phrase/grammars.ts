import { createInstance } from 'i18next'
import type { Language } from '#contract/kit/language.ts'
import { splitterOf } from '#contract/kit/words.ts'
import { labelsIn } from '#kit/resource/labels.ts'
import { type Grammar, type GrammarTexts, grammarOf } from '#kit/resource/phrase/grammar.ts'
import type { Resource } from '#kit/resource/resource.ts'

const files = import.meta.glob<Record<string, unknown>>(
  '../../../../../locales/*/{common,resources,phrases}.json',
  { eager: true, import: 'default' },
)
const textsIn = (language: string, file: string) =>
  files[`../../../../../locales/${language}/${file}.json`] as Record<string, unknown>

/** Friday, 13 March 2026, 12:00 UTC. */
export const now = Date.UTC(2026, 2, 13, 12)

/** The labels of a list in a language. */
export async function labelsOf(language: Language, { name }: Resource) {
  const i18n = createInstance({
    lng: language,
    resources: {
      [language]: { resources: textsIn(language, 'resources'), common: textsIn(language, 'common') },
    },
  })
  await i18n.init()
  return labelsIn(i18n.getFixedT(language, 'resources'), name)
}

/** The grammar of a list in a language with its real texts. @param at milliseconds since 1970, in UTC */
export async function grammarIn(language: Language, of: Resource, at = now): Promise<Grammar> {
  const { words, synonyms } = textsIn(language, 'phrases') as {
    words: GrammarTexts
    synonyms: Record<string, Record<string, Record<string, string>>>
  }
  return grammarOf({
    resource: of,
    labels: await labelsOf(language, of),
    texts: words,
    synonyms: synonyms[of.name],
    locale: language,
    split: await splitterOf(language),
    today: new Date(at).toISOString().slice(0, 10),
    now: at,
  })
}
