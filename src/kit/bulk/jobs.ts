import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type BulkJob, bulk } from '#contract/kit/bulk.ts'
import { call } from '../call.ts'

/** Milliseconds between two looks at a running job. */
const every = 1_000
/** As many of the newest jobs as are looked at. */
const most = 20

const key = ['bulk-jobs']

export const isRunning = ({ state }: BulkJob) => state === 'running'

/** The newest bulk jobs that the person ordered, in whichever tab; read again and again while one is running. */
export const useBulkJobs = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const query = { _sort: 'created_at', _order: 'desc', _end: most }
      return (await call(bulk.list, { query, signal })).jobs
    },
    refetchInterval: ({ state: { data } }) => (data?.some(isRunning) ? every : false),
  })

/** Takes in a job that was ordered, cancelled or undone a moment ago. */
export function useNewJob() {
  const queries = useQueryClient()
  return (job: BulkJob) => {
    queries.setQueryData<BulkJob[]>(key, (jobs = []) => [job, ...jobs.filter(({ id }) => id !== job.id)])
    return queries.invalidateQueries({ queryKey: key })
  }
}
