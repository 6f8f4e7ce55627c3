import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Language } from '#contract/kit/language.ts'
import { glossaryTerms } from '#contract/localisation/glossary-terms.ts'
import {
  type FoundTerm,
  findTermIssues,
  findTerms,
  type TermIssue,
} from '#contract/localisation/term-rules.ts'
import type { Forms } from '#contract/localisation/text-rules.ts'
import { useCall } from '../use-call.ts'

/** The splitters of English and of a language, loaded on first use. */
function useSplitters(language: Language, enabled: boolean) {
  const { data } = useQuery({
    queryKey: ['splitters', language],
    queryFn: async () => {
      const { splitterOf } = await import('../resource/phrase/words.ts')
      const [english, target] = await Promise.all([splitterOf('en'), splitterOf(language)])
      return { english, target }
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** The glossary terms in a source text by form, and how a translation departs from them. */
export function useTerms(language: Language, source: Forms, forms: Forms) {
  const rules = useCall(glossaryTerms.rules, { params: { language } }, { resource: 'glossary-terms' })
  const terms = rules.data?.terms
  const splitters = useSplitters(language, terms !== undefined && terms.length > 0)
  return useMemo(() => {
    const found: Record<string, FoundTerm[]> = {}
    if (!splitters || !terms || terms.length === 0) return { found, terms: [], issues: [] as TermIssue[] }
    for (const [form, text] of Object.entries(source)) found[form] = findTerms(splitters.english, text, terms)
    const used = [...new Set(Object.values(found).flatMap(list => list.map(({ term }) => term)))]
    return { found, terms: used, issues: findTermIssues({ terms: used, forms, split: splitters.target }) }
  }, [splitters, terms, source, forms])
}
