import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Language } from '#contract/kit/language.ts'
import { glossaryTerms } from '#contract/localisation/glossary-terms.ts'
import { type FoundTerm, findTerms } from '#contract/localisation/term-rules.ts'
import type { Forms } from '#contract/localisation/text-forms.ts'
import { useCall } from '../use-call.ts'

/** The splitters of English and of a language, loaded on first use. */
function useSplitters(language: Language, enabled: boolean) {
  const { data } = useQuery({
    queryKey: ['splitters', language],
    queryFn: async () => {
      const { splitterOf } = await import('#contract/kit/words.ts')
      const [english, target] = await Promise.all([splitterOf('en'), splitterOf(language)])
      return { english, target }
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** The glossary terms in a source text by form, and what splits translations to find theirs. */
export function useTerms(language: Language, source: Forms) {
  const rules = useCall(glossaryTerms.rules, { params: { language } }, { resource: 'glossary-terms' })
  const terms = rules.data?.terms
  const splitters = useSplitters(language, terms !== undefined && terms.length > 0)
  return useMemo(() => {
    const found: Record<string, FoundTerm[]> = {}
    if (!splitters || !terms || terms.length === 0) return { found, terms: [], split: undefined }
    for (const [form, text] of Object.entries(source)) found[form] = findTerms(splitters.english, text, terms)
    const used = [...new Set(Object.values(found).flatMap(list => list.map(({ term }) => term)))]
    return { found, terms: used, split: splitters.target }
  }, [splitters, terms, source])
}
