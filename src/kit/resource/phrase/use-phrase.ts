import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentUser } from '../../current-user.ts'
import { useDebounced } from '../../use-debounced.ts'
import type { Resource } from '../resource.ts'
import { loadGrammar, offeredFields } from './load-grammar.ts'
import { lookUpNames } from './look-up.ts'
import { type Phrase, parsePhrase } from './parse.ts'

/** Milliseconds without typing before names are looked up. */
const debounceMs = 250

interface Reading extends Phrase {
  /** Whether names are being looked up. */
  pending: boolean
  /** Whether a look-up failed: names may be missing. */
  failed: boolean
}

/** Reads a sentence about a list as it is typed; undefined until the grammar is loaded. */
export function usePhrase(of: Resource, sentence: string): Reading | undefined {
  const { time_zone: zone, role } = useCurrentUser()
  const { i18n } = useTranslation()
  const queries = useQueryClient()
  const { data: grammar } = useQuery({
    queryKey: ['grammar', of.name, i18n.language, zone],
    queryFn: () => loadGrammar(of, { i18n, zone, queries }),
    // Texts and the day change.
    gcTime: 0,
  })
  const settled = useDebounced(sentence, debounceMs)
  const candidates = useMemo(
    () => (grammar ? parsePhrase(settled, grammar).candidates : []),
    [grammar, settled],
  )
  const { data: names, isFetching } = useQuery({
    queryKey: ['names', of.name, candidates],
    queryFn: () => lookUpNames(offeredFields(of), candidates, { queries, role }),
    enabled: candidates.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(
    () =>
      grammar && {
        ...parsePhrase(sentence, grammar, names?.named),
        pending: isFetching || settled !== sentence,
        failed: names?.failed ?? false,
      },
    [grammar, sentence, settled, names, isFetching],
  )
}
