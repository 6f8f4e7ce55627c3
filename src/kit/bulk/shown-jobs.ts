import type { BulkJob } from '#contract/kit/bulk.ts'
import { isRunning } from './jobs.ts'

/** How long, in milliseconds, the outcome of a job is offered unasked. */
const freshFor = 15 * 60_000

/**
 * The jobs worth a word: those that run, and those that ended a while ago and were not put aside. Of one that is undone
 * nothing more is said than its undoing does.
 */
export const shownJobs = (jobs: readonly BulkJob[], dismissed: readonly string[], now: number): BulkJob[] =>
  jobs.filter(job => {
    if (isRunning(job)) return true
    const isUndone = jobs.some(({ undoes }) => undoes === job.id)
    const isFresh = now - Date.parse(job.finished_at ?? job.created_at) < freshFor
    return isFresh && !dismissed.includes(job.id) && (!isUndone || job.undoable)
  })
