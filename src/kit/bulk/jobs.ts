import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type BulkJob, bulk } from '#contract/kit/bulk.ts'
import { call } from '../call.ts'

/** Poll interval in milliseconds while a job runs. */
const pollIntervalMs = 1_000
/** Number of newest jobs loaded. */
const maxJobs = 20

const queryKey = ['bulk-jobs']

export const isRunning = ({ state }: BulkJob) => state === 'running'

/** The user's newest bulk jobs, from any tab; polled while one runs. */
export const useBulkJobs = () =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const query = { _sort: 'created_at', _order: 'desc', _end: maxJobs }
      return (await call(bulk.list, { query, signal })).jobs
    },
    refetchInterval: ({ state: { data } }) => (data?.some(isRunning) ? pollIntervalMs : false),
  })

/** Adds a job that was just submitted, cancelled or undone to the cache. */
export function useAddJob() {
  const queries = useQueryClient()
  return (job: BulkJob) => {
    queries.setQueryData<BulkJob[]>(queryKey, (jobs = []) => [job, ...jobs.filter(({ id }) => id !== job.id)])
    return queries.invalidateQueries({ queryKey })
  }
}

/** Milliseconds for which a finished job stays visible. */
const visibleForMs = 15 * 60_000

/**
 * Jobs to show: running ones, and recently finished ones that were not dismissed. An undone job is hidden, since its
 * undo job is shown.
 */
export const visibleJobs = (jobs: readonly BulkJob[], dismissed: readonly string[], now: number): BulkJob[] =>
  jobs.filter(job => {
    if (isRunning(job)) return true
    const isUndone = jobs.some(({ undoes }) => undoes === job.id)
    const isFresh = now - Date.parse(job.finished_at ?? job.created_at) < visibleForMs
    return isFresh && !dismissed.includes(job.id) && (!isUndone || job.undoable)
  })

const storageKey = 'bulk-dismissed'
/** Limits the stored list. */
const maxDismissed = 50

let dismissed: readonly string[] | undefined
function dismissedIds(): readonly string[] {
  dismissed ??= JSON.parse(localStorage.getItem(storageKey) ?? '[]') as string[]
  return dismissed
}
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Jobs that the user dismissed on this device. */
export const useDismissedJobs = () => useSyncExternalStore(subscribe, dismissedIds)

export function dismissJob(id: string) {
  dismissed = [id, ...dismissedIds()].slice(0, maxDismissed)
  localStorage.setItem(storageKey, JSON.stringify(dismissed))
  for (const listener of listeners) listener()
}
