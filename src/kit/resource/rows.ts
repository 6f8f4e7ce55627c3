import { type HttpError, useDataProvider, useInvalidate, useOne, useUpdate } from '@refinedev/core'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { call } from '../call.ts'
import type { Resource, Row } from './resource.ts'

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

/** Changes a record if it is still at the version that was read. @throws what the server refused. */
export function useUpdateRow(of: Resource) {
  const { mutateAsync, mutation } = useUpdate<Row, Failure>({ resource: of.name, ...silently })
  return {
    pending: mutation.isPending,
    update: async ({ id, version }: Row, values: Record<string, unknown>): Promise<Row> =>
      (await mutateAsync({ id, values, meta: { version } })).data,
    /** As `update`, with the values that the record had after the act of an activity log. */
    restore: async ({ id, version }: Row, values: Record<string, unknown>, log: string): Promise<Row> =>
      (await mutateAsync({ id, values, meta: { version, restores: log } })).data,
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

/** Puts a removed record back. */
export function useRestore(of: Resource) {
  const invalidate = useInvalidate()
  return useMutation<unknown, Error, Pick<Row, 'id'>>({
    mutationFn: async ({ id }) => of.api.restore && call(of.api.restore, { params: { id } }),
    onSuccess: () => invalidate({ resource: of.name, invalidates: ['list', 'many'] }),
  })
}
