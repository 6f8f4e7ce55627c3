import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/identity/auth.ts'
import { can, may } from '#contract/kit/permissions.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { heads } from '#kit/registry.ts'
import type { Filter } from '#kit/resource/filter.ts'
import { labelsIn } from '#kit/resource/labels.ts'
import { ConditionText } from '#kit/resource/list/filter-text.tsx'
import type { Resource } from '#kit/resource/resource.ts'
import { defaultView, encodeView } from '#kit/resource/view.ts'
import { useDebounced } from '#kit/use-debounced.ts'
import type { Item } from './use-groups.ts'

/** Milliseconds without typing before a sentence is read. */
const debounceMs = 300
/** Stretches looked up as names in each list: fewer than in one list, as there are many lists. */
const maxCandidates = 4
const maxItems = 4

/** Whether a text may be more than the name of a screen or a record. */
const isSentence = (text: string, language: string) =>
  language === 'ja' ? text.length >= 4 : /\S\s+\S/.test(text)

interface Filtered {
  of: Resource
  filters: Readonly<Record<string, Filter>>
  /** Whether the sentence names the list itself. */
  isNamed: boolean
}

interface Context {
  i18n: i18n
  queries: QueryClient
  user: Pick<User, 'role' | 'time_zone'>
}

/** The lists in which every word of a sentence has a meaning, those that it names first. */
async function listsMeant(sentence: string, { i18n, queries, user }: Context): Promise<Filtered[]> {
  const { loadGrammar, lookUpNames, namesList, offeredFields, parsePhrase } = await import(
    '#kit/resource/phrase/index.ts'
  )
  const read = async (of: Resource): Promise<Filtered[]> => {
    const grammar = await loadGrammar(of, { i18n, zone: user.time_zone, queries })
    const isNamed = namesList(sentence, grammar)
    const first = parsePhrase(sentence, grammar)
    const isPossible = first.doubts.every(({ why }) => why === 'unknown')
    if (!isPossible || (!isNamed && Object.keys(first.filters).length === 0)) return []
    const candidates = first.candidates.slice(0, maxCandidates)
    const { named } = await lookUpNames(offeredFields(of), candidates, { queries, role: user.role })
    const { filters, doubts } = parsePhrase(sentence, grammar, named)
    return doubts.length === 0 && Object.keys(filters).length > 0 ? [{ of, filters, isNamed }] : []
  }
  const listed = heads.filter(({ area }) => can(user.role, may(area, 'list')))
  const lists = (await Promise.all(listed.map(async head => read(await head.load())))).flat()
  const meant = lists.some(({ isNamed }) => isNamed) ? lists.filter(({ isNamed }) => isNamed) : lists
  return meant.slice(0, maxItems)
}

/** Lists filtered by a typed sentence, such as “silent pendants of Casa Serena since Friday”. */
export function usePhrases(text: string) {
  const { t, i18n } = useTranslation('resources')
  const { role, time_zone } = useCurrentUser()
  const queries = useQueryClient()
  const sentence = useDebounced(text, debounceMs)
  const isReading = isSentence(text, i18n.language)
  const { data = [], isFetching } = useQuery({
    queryKey: ['lists meant', i18n.language, sentence],
    queryFn: () => listsMeant(sentence, { i18n, queries, user: { role, time_zone } }),
    enabled: isReading && isSentence(sentence, i18n.language),
    gcTime: 0,
  })
  const items = (isReading && sentence === text ? data : []).map(({ of, filters }): Item => {
    const labels = labelsIn(t, of.name)
    const to = `${of.path}?${encodeView({ ...defaultView(of), filters }, of)}`
    return {
      key: to,
      label: labels.text('many'),
      match: (
        <>
          {Object.entries(filters).map(([field, filter], at) => (
            <span key={field}>
              {at > 0 && ' · '}
              <ConditionText of={of} labels={labels} condition={{ field, filter }} />
            </span>
          ))}
        </>
      ),
      act: { to },
    }
  })
  return { items, pending: isReading && (sentence !== text || isFetching) }
}
