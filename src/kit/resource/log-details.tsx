import type { z } from 'zod'
import type { ActivityLog } from '#contract/platform/activity-logs.ts'
import { headOf } from '../registry.ts'
import { ChangesTable, parseChanges } from './changes-table.tsx'
import { useLabels } from './labels.ts'
import styles from './log-details.module.css'
import { Reference } from './reference.tsx'

/** Details of an audit log entry: target, source and changed fields. */
export function LogDetails({ log }: { log: z.output<typeof ActivityLog> }) {
  const labels = useLabels('activity-logs')
  const { changes, rest } = parseChanges(log.details)
  const { resource_type, resource_id } = log
  const metadata = {
    resource_id:
      resource_id &&
      (headOf(resource_type) ? <Reference resource={resource_type} id={resource_id} /> : resource_id),
    ip: log.ip,
    source: labels.option('source', log.source),
    request_id: log.request_id,
  }
  return (
    <div className={styles.details}>
      <dl className={styles.facts}>
        {Object.entries(metadata).map(
          ([name, fact]) =>
            fact && (
              <div key={name}>
                <dt>{labels.field(name)}</dt>
                <dd>{fact}</dd>
              </div>
            ),
        )}
      </dl>
      {changes.length > 0 && <ChangesTable changes={changes} />}
      {Object.keys(rest).length > 0 && <pre className={styles.raw}>{JSON.stringify(rest, null, 2)}</pre>}
    </div>
  )
}
