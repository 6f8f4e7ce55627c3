import { useInvalidate } from '@refinedev/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './bulk-panel.module.css'
import { useDismissed } from './dismissed.ts'
import { JobCard } from './job-card.tsx'
import { isRunning, useBulkJobs } from './jobs.ts'
import { shownJobs } from './shown-jobs.ts'

/** The person's bulk jobs, on whatever screen they are: how far each is, and what can be done about it. */
export function BulkPanel() {
  const { t } = useTranslation('bulk')
  const { data: jobs = [] } = useBulkJobs()
  const shown = shownJobs(jobs, useDismissed(), Date.now())
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

/** Reads the lists of a resource anew when the last job on it has ended, for screens that are not told of changes. */
function useRefreshAtEnd(running: readonly string[]) {
  const invalidate = useInvalidate()
  const before = useRef<readonly string[]>([])
  useEffect(() => {
    const over = before.current.filter(resource => !running.includes(resource))
    before.current = running
    for (const resource of new Set(over)) void invalidate({ resource, invalidates: ['resourceAll'] })
  })
}
