import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type BulkEndpoint, type BulkJob, BulkPreview } from '#contract/kit/bulk.ts'
import { useAddJob } from '../../bulk/jobs.ts'
import { ApiError, call } from '../../call.ts'
import { useCurrentUser } from '../../current-user.ts'
import { listQueryOf, listRequestOf } from '../list-query.ts'
import type { Resource } from '../resource.ts'
import type { View } from '../view.ts'
import type { Selection, SelectionControls } from './selection.ts'

/** Identifies the selected rows for a bulk job: by id, or by the list's own query. */
export function bulkTarget(
  selection: Selection,
  view: View,
  of: Pick<Resource, 'filterFields' | 'listing'>,
  zone: string,
) {
  if (!selection.all) return { ids: [...selection.ids] }
  const { filters } = listRequestOf(view, of.filterFields, zone)
  const query = listQueryOf({ filters, pagination: { mode: 'off' } }, of.listing)
  // A URL cannot distinguish a value from a list of one; neither do the list's parameters.
  const plain = Object.entries(query).map(([name, value]) => [
    name,
    Array.isArray(value) && value.length === 1 ? value[0] : value,
  ])
  return { query: Object.fromEntries(plain) as Record<string, unknown> }
}

/** Props of the bulk dialogs. */
export interface BulkDialogProps {
  of: Resource
  view: View
  selecting: SelectionControls
  close: () => void
}

/** Milliseconds without another change before a preview is requested. */
const previewDelayMs = 300

interface PreviewedJob extends Pick<BulkDialogProps, 'of' | 'view' | 'selecting'> {
  endpoint: BulkEndpoint | undefined
  /** The change; null while it is incomplete. */
  change: Record<string, unknown> | null
}

/** Which of the selected rows a job would skip, found by a dry run. */
export function useBulkPreview({ endpoint, of, view, selecting, change }: PreviewedJob) {
  const { time_zone } = useCurrentUser()
  const body = {
    ...bulkTarget(selecting.selection, view, of, time_zone),
    ...change,
    count: selecting.count,
  }
  return useQuery({
    queryKey: ['bulk preview', endpoint?.path, body],
    queryFn: async ({ signal }) => {
      await new Promise(resolve => setTimeout(resolve, previewDelayMs))
      signal.throwIfAborted()
      if (!endpoint) throw new Error('This resource cannot be changed in bulk')
      const proposal: unknown = await call(endpoint, { body: body as never, dryRun: true, signal })
      const { changes } = proposal as { changes: { details: { preview: unknown } }[] }
      return BulkPreview.parse(changes[0]?.details.preview)
    },
    enabled: change !== null,
    retry: false,
    // Rows change in the meantime.
    gcTime: 0,
    // Another answer while a button has the focus would disable it.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Submits a bulk job for the selected rows. The displayed count is sent along: if it has changed, the server refuses.
 */
export function useSubmitBulkJob(
  endpoint: BulkEndpoint | undefined,
  { of, view, selecting, close }: BulkDialogProps,
) {
  const { time_zone } = useCurrentUser()
  const queries = useQueryClient()
  const take = useAddJob()
  const [refusal, setRefusal] = useState<string>()
  const { mutateAsync, isPending } = useMutation<BulkJob, Error, Record<string, unknown>>({
    mutationFn: patch => {
      if (!endpoint) throw new Error('This resource cannot be changed in bulk')
      const rows = bulkTarget(selecting.selection, view, of, time_zone)
      return call(endpoint, { body: { ...rows, ...patch, count: selecting.count } as never })
    },
    async onSuccess(job) {
      selecting.clear()
      close()
      await take(job)
    },
    async onError(error) {
      setRefusal(error.message)
      if (error instanceof ApiError && error.problem.status === 409) await queries.invalidateQueries()
    },
  })
  return { order: mutateAsync, pending: isPending, refusal }
}
