import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { languages } from '#contract/kit/language.ts'
import { splitterOf } from '#contract/kit/words.ts'
import { clockAt } from '../day.ts'
import { labelsIn } from '../labels.ts'
import type { Field, Resource } from '../resource.ts'
import { type Grammar, type GrammarTexts, grammarOf } from './grammar.ts'

type Synonyms = Record<string, Record<string, Record<string, string>>>

/** The fields that a list can be filtered by. */
export const offeredFields = (of: Pick<Resource, 'list' | 'filterFields'>): Field[] =>
  of.list.filters.flatMap(name => of.filterFields.get(name) ?? [])

/**
 * The grammar of a list in the language of the interface; pseudo-locales use English.
 * @param zone the user's time zone
 */
export async function loadGrammar(
  of: Resource,
  { i18n, zone, queries }: { i18n: i18n; zone: string; queries: QueryClient },
): Promise<Grammar> {
  const language = languages.find(language => language === i18n.language) ?? 'en'
  await i18n.loadNamespaces('phrases')
  const t = i18n.getFixedT(null, 'phrases')
  const synonyms = t('synonyms', { returnObjects: true }) as unknown as Synonyms
  const listed = await Promise.all(
    offeredFields(of).flatMap(({ name, view: { choices } }) =>
      choices
        ? [
            queries
              .fetchQuery({ queryKey: ['choices', name, choices], queryFn: choices, staleTime: 60_000 })
              .then((values): [string, string[]] => [name, values]),
          ]
        : [],
    ),
  )
  const now = Date.now()
  return grammarOf({
    resource: of,
    labels: labelsIn(i18n.getFixedT(null, 'resources'), of.name),
    texts: t('words', { returnObjects: true }) as GrammarTexts,
    synonyms: synonyms[of.name],
    listed: new Map(listed),
    locale: language,
    split: await splitterOf(language),
    today: clockAt(new Date(now).toISOString(), zone).day,
    now,
  })
}
