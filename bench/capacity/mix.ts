import { alerts } from '#contract/alerts/alerts.ts'
import { operationalMetrics } from '#contract/analytics/operational-metrics.ts'
import { wellness } from '#contract/care/wellness.ts'
import { translationSessions } from '#contract/conversations/translation-sessions.ts'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { devices } from '#contract/devices/devices.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { withClient } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import type { Call } from '../load-generator.ts'

/** Devices and people that the calls are about. */
const sample = 2_000

type Given = Partial<Pick<Call, 'body' | 'ids' | 'headers'>> & { query?: string }

const call = (endpoint: Endpoint, weight: number, { query, ...given }: Given): Call =>
  ({
    method: endpoint.method,
    path: `${endpoint.path}${query ? `?${query}` : ''}`,
    weight,
    ...given,
  }) as Call

/** Headers of the two callers: an admin, and a program with a key of {@link scopesNeeded}. */
export interface Callers {
  admin: Record<string, string>
  program: Record<string, string>
}

/**
 * A fixed mix of a hundred calls: what devices report, what apps read and write about a person, and what consoles show.
 * One in a hundred is an alarm that starts a ladder, far more than in life. Conversations are left out: their time is
 * that of the language model.
 */
export const mixOf = (connectionString: string, { admin, program }: Callers): Promise<Call[]> =>
  withClient({ connectionString }, async client => {
    const { rows } = await client.query<{ device: string; person: string }>(
      `select d.id as device, p.id as person from devices d join people p on p.id = d.person_id
       where d.deleted_at is null and p.status = 'active' order by random() limit $1`,
      [sample],
    )
    if (rows.length === 0) throw new Error('No one wears a device: fill the folder with demo data')
    const worn = rows.map(({ device }) => device)
    const people = rows.map(({ person }) => person)
    const session = {
      session_key: '{new}',
      source_language: 'en',
      target_language: 'ja',
      mode: 'medical',
      status: 'active',
      started_at: new Date().toISOString(),
    }
    const device = {
      name: 'Pendant',
      serial: 'bench-{new}',
      kind: 'pendant',
      organization_id: serviceOrganization,
    }
    const event = { device_id: '{id}', event_id: '{new}' }
    const checkIn = { user_id: '{id}', kind: 'checkin', value: { feeling: 'good' } }
    const reported = [
      call(deviceEvents.ingest, 46, { body: { ...event, type: 'heartbeat', battery: 80 }, ids: worn }),
      call(deviceEvents.ingest, 1, { body: { ...event, type: 'button' }, ids: worn }),
      call(translationSessions.report, 8, { body: session }),
      call(wellness.log, 4, { body: checkIn, ids: people }),
    ]
    const asked = [
      call(devices.update, 4, { body: { name: 'Pendant {new}' }, ids: worn }),
      call(devices.create, 1, { body: device }),
      call(devices.show, 18, { ids: worn }),
      call(devices.list, 6, { query: '_sort=name&_end=25' }),
      call(devices.list, 3, { query: '_sort=name&status=faulty&_end=25' }),
      call(alerts.list, 4, { query: '_end=25' }),
      call(activityLogs.list, 3, { query: 'action=export&_end=25' }),
      call(operationalMetrics.overview, 2, { query: 'time_range=24h' }),
    ]
    return [
      ...reported.map(one => ({ ...one, headers: program })),
      ...asked.map(one => ({ ...one, headers: admin })),
    ]
  })
