import { type HttpError, useDataProvider, useInvalidate, useOne, useUpdate } from '@refinedev/core'
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../call.ts'
import { toast } from '../toasts.ts'
import { recordName } from './reference.tsx'
import type { Resource, Row } from './resource.ts'

/** A failed request, as Refine expects errors. */
export type RequestError = Error & HttpError

/** A page of a list. */
export interface Rows {
  rows: readonly Row[] | undefined
  total: number
  /** True if the total is an estimate. */
  estimated: boolean
  /** Cursor of the next page, for lists paged by cursor. */
  next: string | null
  /** Rows that a list of the past leaves out, because a field that the view uses is unknown. */
  omitted: number
  /** True while another page loads and the previous rows are shown. */
  isPlaceholder: boolean
  query: UseQueryResult<unknown, RequestError>
}

/** Loads one record. */
export function useRow(of: Resource, id: string) {
  return useOne<Row, RequestError>({
    resource: of.name,
    id,
    errorNotification: false,
    queryOptions: { enabled: true },
  }).query
}

const withoutNotifications = { successNotification: false, errorNotification: false } as const

/**
 * Updates a record if it is still at the loaded version.
 * @throws when the server refuses
 */
export function useUpdateRow(of: Resource) {
  const { mutateAsync, mutation } = useUpdate<Row, RequestError>({
    resource: of.name,
    ...withoutNotifications,
  })
  return {
    pending: mutation.isPending,
    update: async ({ id, version }: Row, values: Record<string, unknown>): Promise<Row> =>
      (await mutateAsync({ id, values, meta: { version } })).data,
    /** Like `update`, restoring the version recorded in an audit log entry. */
    restore: async ({ id, version }: Row, values: Record<string, unknown>, log: string): Promise<Row> =>
      (await mutateAsync({ id, values, meta: { version, restores: log } })).data,
  }
}

/**
 * Deletes a record if it is still at the loaded version. Refine's own hook would refetch the deleted record, because
 * its screen is still mounted.
 */
export function useDeleteRow(of: Resource) {
  const provider = useDataProvider()
  const invalidate = useInvalidate()
  const queries = useQueryClient()
  return useMutation<unknown, RequestError, Row>({
    // Live updates leave alone what is being deleted (`providers/live/refresher.ts`).
    mutationKey: ['delete'],
    // A read that is under way could arrive after the deletion.
    onMutate: ({ id }) =>
      queries.cancelQueries({ predicate: ({ queryHash }) => queryHash.includes(JSON.stringify(id)) }),
    mutationFn: ({ id, version }) =>
      provider().deleteOne({ resource: of.name, id, variables: {}, meta: { version } }),
    onSuccess: () => invalidate({ resource: of.name, invalidates: ['list', 'many'] }),
    onError: (_error, { id }) => invalidate({ resource: of.name, id, invalidates: ['detail'] }),
  })
}

/** Restores a deleted record. */
export function useRestoreRow(of: Resource) {
  const invalidate = useInvalidate()
  return useMutation<unknown, Error, Pick<Row, 'id'>>({
    mutationFn: async ({ id }) => of.api.restore && call(of.api.restore, { params: { id } }),
    onSuccess: () => invalidate({ resource: of.name, invalidates: ['list', 'many'] }),
  })
}

/** Restores a deleted record and shows a toast. */
export function useRestoreRecord(of: Resource): (row: Row) => Promise<void> {
  const { t } = useTranslation('kit')
  const { mutateAsync: restore } = useRestoreRow(of)
  return async row => {
    const name = recordName(of, row)
    try {
      await restore(row)
      toast({ tone: 'good', text: t('restore.done', { name }) })
    } catch (error) {
      toast({ tone: 'bad', text: t('restore.failed', { name }), detail: (error as Error).message })
    }
  }
}
