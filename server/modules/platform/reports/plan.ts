import type { Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '#server/db/open.ts'
import type { Reports } from '#server/db/tables/reports.ts'
import type { Services } from '#server/services.ts'
import { runDue } from '../recurring/due.ts'
import { nextDue } from './due.ts'
import { insertDeliveries, insertRun } from './queries.ts'

declare module '#server/kit/jobs.ts' {
  interface JobPayloads {
    /** Sends a report to one person. */
    report_delivery: { id: string }
    /** Writes the event of a run for webhook endpoints. */
    report_event: { run_id: string }
  }
}

type DueReport = Selectable<Reports>

/** Queues a run: a job for each recipient, and one for the webhook endpoints. */
async function queueRun(db: Db, { jobs }: Services, report: DueReport): Promise<void> {
  const run_id = uuid()
  const run = { id: run_id, report_id: report.id, due_at: report.next_at as string, test: false }
  if (!(await insertRun(db, run))) return
  const deliveries = report.recipient_ids.map(person_id => ({ id: uuid(), run_id, person_id }))
  await insertDeliveries(db, deliveries)
  for (const { id } of deliveries) await jobs.enqueue(db, 'report_delivery', { id })
  if (report.webhook) await jobs.enqueue(db, 'report_event', { run_id })
}

/** Queues the reports that are due. @returns whether there may be more */
export const planDueReports = (services: Services): Promise<boolean> =>
  runDue(services, {
    table: 'reports',
    resource: 'reports',
    area: 'reports',
    letter: 'report_paused',
    noun: 'report',
    batchSize: 20,
    async run(db, services, report, now) {
      const { id, organization_id, next_at, schedule, time_zone, recipient_ids } = report
      await queueRun(db, services, report)
      await db
        .updateTable('reports')
        // Times that were missed meanwhile are skipped: one late report is enough.
        .set({ next_at: new Date(nextDue(schedule, time_zone, now)).toISOString(), last_at: next_at })
        .where('id', '=', id)
        .execute()
      return {
        action: 'send',
        resourceType: 'reports',
        resourceId: id,
        organizationId: organization_id,
        details: { due_at: next_at, recipients: recipient_ids.length },
      }
    },
  })
