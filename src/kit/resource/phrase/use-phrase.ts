import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '#contract/kit/language.ts'
import { call } from '../../call.ts'
import { useCan, useCurrentUser } from '../../current-user.ts'
import { declarationOf, headOf } from '../../registry.ts'
import { useDebounced } from '../../use-debounced.ts'
import { clockAt } from '../day.ts'
import type { Labels } from '../labels.ts'
import { recordName } from '../reference.tsx'
import type { Field, Resource, Row } from '../resource.ts'
import type { Named } from './elements.ts'
import { type GrammarTexts, grammarOf } from './grammar.ts'
import { type Phrase, parsePhrase } from './parse.ts'
import { splitterOf } from './words.ts'

/** Milliseconds without typing before names are looked up. */
const debounceMs = 250
/** Stretches of a sentence that are looked up as names. */
const maxCandidates = 12
/** Records compared with a name. */
const maxResults = 10

type Synonyms = Record<string, Record<string, Record<string, string>>>

/** The texts that the grammar is made of; pseudo-locales use English. */
function useGrammarTexts() {
  const { t, i18n } = useTranslation('phrases')
  return useMemo(
    () => ({
      language: languages.find(language => language === i18n.language) ?? 'en',
      words: t('words', { returnObjects: true }) as GrammarTexts,
      synonyms: t('synonyms', { returnObjects: true }) as unknown as Synonyms,
    }),
    [t, i18n.language],
  )
}

/** Values of the fields whose options the API lists, once loaded. */
function useListed(fields: readonly Field[]): ReadonlyMap<string, readonly string[]> {
  const listed = fields.filter(({ view }) => view.choices !== undefined)
  return useQueries({
    queries: listed.map(({ name, view }) => ({
      queryKey: ['choices', name, view.choices],
      queryFn: async () => (await view.choices?.()) ?? [],
    })),
    combine: results => new Map(listed.map(({ name }, at) => [name, results[at]?.data ?? []])),
  })
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Records of a list that are called exactly like a text, apart from case and accents. */
async function recordsNamed(resource: string, text: string, signal: AbortSignal): Promise<string[]> {
  const of = await declarationOf(resource)
  const reply = (await call(of.api.list, { query: { q: text, _end: maxResults }, signal })) as Record<
    string,
    Row[]
  >
  const rows = reply[of.listing.rows] ?? []
  return rows.filter(row => plain(recordName(of, row)) === plain(text)).map(({ id }) => id)
}

/** Looks up stretches of a sentence as names of the records that fields refer to. */
function useNamed(fields: readonly Field[], candidates: readonly string[]) {
  const can = useCan()
  const queries = candidates.slice(0, maxCandidates).flatMap(text =>
    fields.flatMap(({ name, reference }) => {
      const area = reference && headOf(reference)?.area
      return area && can({ area, action: 'list' }) ? [{ text, field: name, reference }] : []
    }),
  )
  return useQueries({
    queries: queries.map(({ text, reference }) => ({
      queryKey: ['named', reference, text],
      queryFn: ({ signal }: { signal: AbortSignal }) => recordsNamed(reference, text, signal),
      staleTime: 60_000,
    })),
    combine: results => ({
      named: queries.flatMap(({ text, field }, at): Named[] =>
        (results[at]?.data ?? []).map(value => ({ text, field, value })),
      ),
      pending: results.some(({ isLoading }) => isLoading),
      failed: results.some(({ isError }) => isError),
    }),
  })
}

interface Reading extends Phrase {
  /** Whether names are being looked up. */
  pending: boolean
  /** Whether a look-up failed: names may be missing. */
  failed: boolean
}

const nothing: Phrase = { filters: {}, doubts: [], candidates: [] }

/** Reads a sentence about a list as it is typed; undefined until the grammar is loaded. */
export function usePhrase(of: Resource, labels: Labels, sentence: string): Reading | undefined {
  const { time_zone: zone } = useCurrentUser()
  const { language, words, synonyms } = useGrammarTexts()
  const { data: split } = useQuery({
    queryKey: ['splitter', language],
    queryFn: () => splitterOf(language),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const fields = useMemo(() => of.list.filters.flatMap(name => of.filterFields.get(name) ?? []), [of])
  const listed = useListed(fields)
  const grammar = useMemo(() => {
    if (!split) return undefined
    const now = Date.now()
    const today = clockAt(new Date(now).toISOString(), zone).day
    const texts = { texts: words, synonyms: synonyms[of.name], locale: language, split }
    return grammarOf({ resource: of, labels, listed, today, now, ...texts })
  }, [of, labels, listed, words, synonyms, language, split, zone])

  const settled = useDebounced(sentence, debounceMs)
  const { candidates } = useMemo(
    () => (grammar ? parsePhrase(settled, grammar) : nothing),
    [grammar, settled],
  )
  const { named, pending, failed } = useNamed(fields, candidates)
  return useMemo(
    () =>
      grammar && {
        ...parsePhrase(sentence, grammar, named),
        pending: pending || settled !== sentence,
        failed,
      },
    [grammar, sentence, settled, named, pending, failed],
  )
}
