import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type ReportEventValues, reportEventType } from '#contract/platform/webhook-events.ts'
import { linkTo } from '#server/config.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { isSubscribed } from '#server/kit/outbox.ts'
import type { Services } from '#server/services.ts'
import { findActor } from '../recurring/owner.ts'
import { countRows, readFigures } from './content.ts'

/** A run whose event is not written yet, with its report. */
const findRun = ({ database: { db } }: Services, id: string) =>
  db
    .selectFrom('report_runs')
    .innerJoin('reports', 'reports.id', 'report_runs.report_id')
    .select(['reports.id', 'reports.name', 'source', 'format', 'owner_id', 'organization_id', 'due_at'])
    .where('report_runs.id', '=', id)
    .where('published_at', 'is', null)
    .executeTakeFirst()
type Run = NonNullable<Awaited<ReturnType<typeof findRun>>>

/** What the owner may see of a run: figures, or the number of rows and a link that needs a session. */
async function valuesOf(services: Services, run: Run): Promise<ReportEventValues | null> {
  const { database, config } = services
  const owner = await findActor(database.db, run.owner_id, config.SECOND_FACTOR === 'required')
  if (owner?.organizationId !== run.organization_id || owner.isSecondFactorMissing) return null
  const isList = run.source.kind === 'list'
  const figures = isList ? null : (await readFigures(services, owner, run, 'en')).lines
  return {
    name: run.name,
    source: run.source.name,
    due_at: run.due_at,
    url: linkTo(config, isList ? run.source.path : `/reports/${run.id}`),
    rows: isList ? await countRows(services, owner, run) : null,
    figures: figures?.map(({ name, unit, value, previous }) => ({ name, unit, value, previous })) ?? null,
  }
}

/** Writes the event of a run to the outbox, once. Without a subscribed endpoint, nothing is written. */
async function publish(services: Services, run_id: string): Promise<void> {
  const run = await findRun(services, run_id)
  const values = run && (await valuesOf(services, run))
  if (!run || !values) return
  const { id, organization_id } = run
  const data = { id, organization_id, action: 'send', changed: [], values }
  await services.database.db.transaction().execute(async db => {
    const { numUpdatedRows } = await db
      .updateTable('report_runs')
      .set({ published_at: sql<string>`now()` })
      .where('id', '=', run_id)
      .where('published_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await sql`
      insert into outbox_events (id, type, organization_id, record_id, data)
      select e.* from (values (${uuid()}::uuid, ${reportEventType}::text, ${organization_id}::uuid, ${id}::uuid,
        ${JSON.stringify(data)}::jsonb)) as e (id, type, organization_id, record_id, data)
      where exists (select from webhook_endpoints w where ${isSubscribed(serviceOrganization)})`.execute(db)
  })
}

/** Registers the job that tells webhook endpoints of runs. */
export const registerReportEvents = (services: Services): void =>
  services.jobs.handle('report_event', ({ run_id }) => publish(services, run_id), 2)
