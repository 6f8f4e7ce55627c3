import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkEndpoint, BulkJob } from '#contract/kit/bulk.ts'
import { useNewJob } from '../../bulk/jobs.ts'
import { call, Refused } from '../../call.ts'
import { useCaller } from '../../caller.ts'
import type { Resource } from '../resource.ts'
import type { View } from '../view.ts'
import { queryOf, questionOf } from '../wire.ts'
import type { Selecting, Selection } from './selection.ts'

/** The rows of a selection as an order names them: by id, or by all that the list's own query would find. */
export function rowsOf(
  selection: Selection,
  view: View,
  of: Pick<Resource, 'fields' | 'listing'>,
  zone: string,
) {
  if (!selection.all) return { ids: [...selection.ids] }
  const { filters } = questionOf(view, of.fields, zone)
  const query = queryOf({ filters, pagination: { mode: 'off' } }, of.listing)
  // An address cannot tell one value from a list of one, and neither do the list's parameters.
  const plain = Object.entries(query).map(([name, value]) => [
    name,
    Array.isArray(value) && value.length === 1 ? value[0] : value,
  ])
  return { query: Object.fromEntries(plain) as Record<string, unknown> }
}

/** What the dialogs about chosen rows are given. */
export interface BulkDialogProps {
  of: Resource
  view: View
  selecting: Selecting
  close: () => void
}

/** Orders a bulk job on the chosen rows. The number shown goes along: if by now it is another, nothing is done. */
export function useOrder(
  endpoint: BulkEndpoint | undefined,
  { of, view, selecting, close }: BulkDialogProps,
) {
  const { time_zone } = useCaller()
  const queries = useQueryClient()
  const take = useNewJob()
  const [refusal, setRefusal] = useState<string>()
  const { mutate, isPending } = useMutation<BulkJob, Error, Record<string, unknown>>({
    mutationFn: patch => {
      if (!endpoint) throw new Error('This resource cannot be changed in bulk')
      const rows = rowsOf(selecting.selection, view, of, time_zone)
      return call(endpoint, { body: { ...rows, ...patch, count: selecting.count } as never })
    },
    async onSuccess(job) {
      selecting.clear()
      close()
      await take(job)
    },
    async onError(error) {
      setRefusal(error.message)
      if (error instanceof Refused && error.problem.status === 409) await queries.invalidateQueries()
    },
  })
  return { order: mutate, pending: isPending, refusal }
}
