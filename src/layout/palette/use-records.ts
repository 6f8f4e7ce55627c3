import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { search } from '#contract/platform/search.ts'
import { call } from '#kit/call.ts'
import { labelsIn } from '#kit/resource/labels.ts'
import type { ResourceName } from '#kit/resource/resource.ts'
import { useDebounced } from '#kit/use-debounced.ts'
import { recordPath } from '../recent-paths.ts'
import type { Item } from './use-groups.ts'

/** Milliseconds without typing before searching. */
const debounceMs = 150
/** Minimum query length. */
const minLength = 2

/** Records of all kinds that match, as far as the user may see them. */
export function useRecords(text: string) {
  const { t } = useTranslation('resources')
  const q = useDebounced(text, debounceMs)
  const isSearching = text.length >= minLength
  const query = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call(search.find, { query: { q }, signal }),
    enabled: isSearching && q.length >= minLength,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const items = (isSearching ? (query.data?.hits ?? []) : []).flatMap(
    ({ resource, id, name, matched }): Item[] => {
      const to = recordPath(resource, id)
      if (!to) return []
      const labels = labelsIn(t, resource as ResourceName)
      const match = matched && `${labels.field(matched.field)}: ${matched.value}`
      return [{ key: to, label: name, kind: labels.text('one'), act: { to }, ...(match && { match }) }]
    },
  )
  return {
    items,
    pending: isSearching && (q !== text || query.isFetching),
    failed: isSearching && query.isError,
    retry: () => void query.refetch(),
  }
}
