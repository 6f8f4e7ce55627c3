import { useInvalidate } from '@refinedev/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { BulkJob } from '#contract/kit/bulk.ts'
import { headOf } from '../registry.ts'
import styles from './bulk-panel.module.css'
import { JobCard } from './job-card.tsx'
import { isRunning, useBulkJobs, useDismissedJobs, visibleJobs } from './jobs.ts'

/**
 * The user's bulk jobs: running ones on every screen, the outcome of finished ones on the screens of their resource, and
 * of undos in the activity log as well.
 */
export function BulkPanel() {
  const { t } = useTranslation('bulk')
  const { data: jobs = [] } = useBulkJobs()
  const { pathname } = useLocation()
  const isNear = ({ resource, act }: BulkJob) => {
    if (act === 'undo' && pathname === headOf('activity-logs')?.path) return true
    const head = headOf(resource)
    return [head?.path, head?.alias?.path].some(path => path && isScreenOf(path, pathname))
  }
  const shown = visibleJobs(jobs, useDismissedJobs(), Date.now()).filter(job => isRunning(job) || isNear(job))
  useRefreshAtEnd(jobs.filter(isRunning).map(({ resource }) => resource))
  if (shown.length === 0) return null
  return (
    <section className={styles.panel} aria-label={t('jobs.title')}>
      {shown.map(job => (
        <JobCard key={job.id} job={job} />
      ))}
    </section>
  )
}

/** Whether a path leads to a list, one of its records or forms, and not to another screen below it. */
const isScreenOf = (list: string, path: string) =>
  path.startsWith(list) && /^(?:\/(?:create|import|[\da-f-]{36})(?:\/|$)|$)/.test(path.slice(list.length))

/** Refetches the lists of a resource when its last job ends, for screens without live updates. */
function useRefreshAtEnd(running: readonly string[]) {
  const invalidate = useInvalidate()
  const before = useRef<readonly string[]>([])
  useEffect(() => {
    const over = before.current.filter(resource => !running.includes(resource))
    before.current = running
    for (const resource of new Set(over)) void invalidate({ resource, invalidates: ['resourceAll'] })
  })
}
