import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Listing } from '#contract/kit/listing.ts'
import { call } from '../call.ts'
import { useCanCall } from '../current-user.ts'
import { headOf } from '../registry.ts'
import { labelsIn } from './labels.ts'
import type { ResourceName } from './resource.ts'

/** Records of another resource that refer to a record. */
export interface Related {
  name: ResourceName
  list: Endpoint
  /** The referring field. */
  by: string
}

type Filters<E> = E extends { listing?: Listing<string, infer Filter> } ? Filter : never

/** Declares a list shown as a tab of each record: `related('devices', devices.list, 'organization_id')`. */
export const related = <E extends Endpoint>(name: ResourceName, list: E, by: Filters<E>): Related => ({
  name,
  list,
  by,
})

export interface RelatedList extends Related {
  /** Title of the list. */
  text: string
  /** Undefined while loading. */
  count: number | undefined
}

/** The related lists that the user may see, with counts. */
export function useRelated(all: readonly Related[], id: string): RelatedList[] {
  const { t } = useTranslation('resources')
  const may = useCanCall()
  const seen = all.filter(({ name, list }) => headOf(name) && may(list))
  const counts = useQueries({
    queries: seen.map(({ name, list, by }) => ({
      queryKey: ['related', name, by, id],
      // Records may have been created since, e.g. by the set-up.
      refetchOnMount: 'always' as const,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call(list, { query: { [by]: id, _end: 0 }, signal })) as { total: number },
    })),
  })
  return seen.map((related, index) => ({
    ...related,
    text: labelsIn(t, related.name).text('many'),
    count: counts[index]?.data?.total,
  }))
}
