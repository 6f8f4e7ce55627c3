import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { publicUrl } from '#server/config.ts'
import { auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import { listAdmins } from '#server/kit/person.ts'
import { renderEmail } from '#server/modules/identity/index.ts'
import type { Services } from '#server/services.ts'
import { failPending, lockQueue } from './queue.ts'

/** An endpoint is suspended once it has failed for this time and this number of attempts, without a success. */
export const suspension = { days: 5, failures: 10 }

declare module '#server/kit/jobs.ts' {
  interface JobPayloads {
    webhook_letter: { id: string; person_id: string; letter: StopLetter; url: string; at: string }
  }
}
type StopLetter = 'webhook_suspended' | 'webhook_disabled'
type StopServices = Pick<Services, 'database' | 'changes' | 'jobs'>

/** Suspends an endpoint after days of failures: its events are held back until someone resumes it. */
export const suspendIfFailing = (services: StopServices, endpoint: string) =>
  stop(
    services,
    endpoint,
    'suspended',
    sql`failures >= ${suspension.failures}
    and failing_since <= now() - make_interval(days => ${suspension.days})`,
  )

/** Disables an endpoint whose receiver answered 410 Gone: it gets no more events. */
export const disable = (services: StopServices, endpoint: string) =>
  stop(services, endpoint, 'disabled', sql`true`)

/** Stops an active endpoint, and queues letters to the admins of its organization. */
async function stop(
  { database, changes, jobs }: StopServices,
  endpoint: string,
  status: 'suspended' | 'disabled',
  condition: ReturnType<typeof sql>,
): Promise<void> {
  await auditedTransaction(
    { database: { db: database.webhooks }, changes },
    systemOrigin,
    async (db, audit) => {
      await lockQueue(db, 'exclusive')
      const stopped = await db
        .updateTable('webhook_endpoints')
        .set({ status, version: sql`version + 1`, updated_at: sql`now()` })
        .where('id', '=', endpoint)
        .where('status', '=', 'active')
        .where(sql<boolean>`${condition}`)
        .returning(['organization_id', 'url', 'failures'])
        .executeTakeFirst()
      if (!stopped) return
      const { organization_id, url, failures } = stopped
      if (status === 'disabled') await failPending(db, endpoint)
      audit({
        action: status === 'suspended' ? 'suspend' : 'disable',
        resourceType: 'webhook-endpoints',
        resourceId: endpoint,
        organizationId: organization_id,
        details: { before: { status: 'active' }, after: { status }, failures },
      })
      const letter = `webhook_${status}` as const
      const at = new Date().toISOString()
      for (const person_id of await listAdmins(db, organization_id))
        await jobs.enqueue(db, 'webhook_letter', { id: uuid(), person_id, letter, url, at })
    },
  )
}

/** Sends the letters about stopped endpoints. */
export function registerStopLetters({ config, database: { db }, jobs, mail }: Services): void {
  jobs.handle('webhook_letter', async ({ id, person_id, letter, url, at }) => {
    const person = await db
      .selectFrom('people')
      .select(['name', 'email', 'locale', 'time_zone'])
      .where('id', '=', person_id)
      .where('status', '=', 'active')
      .executeTakeFirst()
    if (!person?.email) return
    const link = `${publicUrl(config).replace(/\/$/, '')}/webhook-endpoints`
    const values = { name: person.name, url, link, days: String(suspension.days) }
    await mail.deliver({ id, to: person.email, ...renderEmail(letter, person, { at: new Date(at) }, values) })
  })
}
