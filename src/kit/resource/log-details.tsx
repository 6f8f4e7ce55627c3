import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { ActivityLog } from '#contract/platform/activity-logs.ts'
import { headOf } from '../registry.ts'
import { UndoLinks } from '../undo/undo-links.tsx'
import { ChangesTable, parseChanges } from './changes-table.tsx'
import { useLabels } from './labels.ts'
import styles from './log-details.module.css'
import { Reference } from './reference.tsx'

/** Actions on many records. */
const orders = ['bulk_update', 'bulk_delete', 'bulk_undo', 'import']

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
      {log.source === 'server' && orders.includes(log.action) && <Undo details={log.details} />}
      {changes.length > 0 && <ChangesTable changes={changes} />}
      {Object.keys(rest).length > 0 && <pre className={styles.raw}>{JSON.stringify(rest, null, 2)}</pre>}
    </div>
  )
}

/** The undo of an action on many records; entries that left the log, or were written before imports named theirs, have none. */
function Undo({ details: { bulk_job, import: imported } }: Pick<z.output<typeof ActivityLog>, 'details'>) {
  const { t } = useTranslation('bulk')
  const id = bulk_job ?? imported
  return typeof id === 'string' ? <UndoLinks id={id} /> : <p>{t('undo.unlogged')}</p>
}
