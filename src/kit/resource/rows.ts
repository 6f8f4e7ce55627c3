import {
  type HttpError,
  useCreate,
  useDataProvider,
  useInvalidate,
  useList,
  useOne,
  useUpdate,
} from '@refinedev/core'
import { keepPreviousData, type UseQueryResult, useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCaller } from '../caller.ts'
import { useLiveness } from '../liveness.ts'
import type { Resource, Row } from './resource.ts'
import type { View } from './view.ts'
import { questionOf } from './wire.ts'

/** A failed call, with what Refine expects of an error. */
export type Failure = Error & HttpError

/** A page of a list, as the list endpoint answered it. */
export interface Rows {
  rows: readonly Row[] | undefined
  total: number
  /** True when the total of an append-only list is an estimate. */
  estimated: boolean
  /** The cursor of the page after this one, of lists that page by cursor. */
  next: string | null
  /** True while rows other than the shown ones are on their way. */
  turning: boolean
  query: UseQueryResult<unknown, Failure>
}

/** How often a list is read again while the server does not tell of its changes, in milliseconds. */
const pollEvery = 30_000

/** Reads the rows that a view stands for; the rows shown last stay until the next ones are there. */
export function useRows(of: Resource, view: View): Rows {
  const { time_zone } = useCaller()
  const question = useMemo(() => questionOf(view, of.fields, time_zone), [view, of.fields, time_zone])
  const isLive = useLiveness(of.name) === 'live'
  const { query } = useList<Row, Failure>({
    resource: of.name,
    ...question,
    errorNotification: false,
    queryOptions: {
      enabled: true,
      placeholderData: keepPreviousData,
      refetchInterval: isLive ? false : pollEvery,
    },
  })
  const { data } = query
  return {
    rows: data?.data,
    total: data?.total ?? 0,
    estimated: data?.total_is_estimate === true,
    next: data?.next ?? null,
    turning: query.isPlaceholderData,
    query,
  }
}

/** Reads one record. */
export function useRow(of: Resource, id: string) {
  return useOne<Row, Failure>({
    resource: of.name,
    id,
    errorNotification: false,
    queryOptions: { enabled: true },
  }).query
}

const silently = { successNotification: false, errorNotification: false } as const

/** Creates and changes records; what was read before is read anew. Each throws what the server refused. */
export function useSave(of: Resource) {
  const create = useCreate<Row, Failure>({ resource: of.name, ...silently })
  const update = useUpdate<Row, Failure>({ resource: of.name, ...silently })
  return {
    pending: create.mutation.isPending || update.mutation.isPending,
    create: async (values: Record<string, unknown>) => (await create.mutateAsync({ values })).data,
    /** Changes the record if it is still at the version that was read. */
    update: async ({ id, version }: Row, values: Record<string, unknown>) =>
      (await update.mutateAsync({ id, values, meta: { version } })).data,
    /** As `update`, with the values that the record had after the act of an activity log. */
    restore: async ({ id, version }: Row, values: Record<string, unknown>, log: string) =>
      (await update.mutateAsync({ id, values, meta: { version, restores: log } })).data,
  }
}

/**
 * Removes a record if it is still at the version that was read. Refine's own hook would ask for the removed record
 * once more, because its screen is still there.
 */
export function useRemove(of: Resource) {
  const provider = useDataProvider()
  const invalidate = useInvalidate()
  return useMutation<unknown, Failure, Row>({
    mutationFn: ({ id, version }) =>
      provider().deleteOne({ resource: of.name, id, variables: {}, meta: { version } }),
    onSuccess: () => invalidate({ resource: of.name, invalidates: ['list', 'many'] }),
  })
}
