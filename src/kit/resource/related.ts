import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Listing } from '#contract/kit/listing.ts'
import { call } from '../call.ts'
import { headOf } from '../registry.ts'
import { labelsIn } from './labels.ts'
import { useMay } from './may.ts'
import type { ResourceName } from './resource.ts'

/** Records of another resource that belong to a record: those that name it in a field. */
export interface Related {
  name: ResourceName
  list: Endpoint
  /** The field of theirs that holds the record's id. */
  by: string
}

type Filters<E> = E extends { listing?: Listing<string, infer Filter> } ? Filter : never

/** Declares a list that is shown as a tab of each record: `related('devices', devices.list, 'organization_id')`. */
export const related = <E extends Endpoint>(name: ResourceName, list: E, by: Filters<E>): Related => ({
  name,
  list,
  by,
})

export interface RelatedList extends Related {
  /** The name of the list. */
  text: string
  /** Undefined while it is counted. */
  count: number | undefined
}

/** The related lists of a record that the person may see, counted. */
export function useRelated(all: readonly Related[], id: string): RelatedList[] {
  const { t } = useTranslation('resources')
  const may = useMay()
  const seen = all.filter(({ name, list }) => headOf(name) && may(list))
  const counts = useQueries({
    queries: seen.map(({ name, list, by }) => ({
      queryKey: ['related', name, by, id],
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
