import { v7 as uuid } from 'uuid'
import type { Alert, Place } from '#contract/alerts/alerts.ts'
import type { Db } from '#server/db/open.ts'
import type { Entry } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { beginLadder } from './ladder.ts'
import { append } from './record.ts'
import { received } from './state.ts'

/** Who raises an alert: a call's transaction, and where its activity log is written. */
interface Raising {
  db: Db
  services: Pick<Services, 'config'>
  record(entry: Entry): void
}

/** What an alert is raised with. */
export interface Raised {
  organization_id: string
  person_id: string
  /** What happened: `button`, `fall`, `medical`, … */
  type: string
  source: Alert['source']
  severity: Alert['severity']
  /** Under which its source knows it: within an organization, the same key raises it once. */
  event_key?: string | undefined
  /** Calls nobody. */
  test?: boolean | undefined
  actor_id?: string | null | undefined
  device_id?: string | null | undefined
  conversation_id?: string | null | undefined
  message_id?: string | null | undefined
  voice_message?: string | null | undefined
  /** Where the person is; without it, where they were last known to be. */
  place?: Place | undefined
}

/** Where a person was last known to be. */
async function lastKnown(db: Db, person_id: string) {
  const found = await db
    .selectFrom('profiles')
    .select(['last_latitude', 'last_longitude', 'last_accuracy_m', 'last_address', 'last_located_at'])
    .where('person_id', '=', person_id)
    .executeTakeFirst()
  return {
    latitude: found?.last_latitude ?? null,
    longitude: found?.last_longitude ?? null,
    accuracy_m: found?.last_accuracy_m ?? null,
    address: found?.last_address ?? null,
    located_at: found?.last_located_at ?? null,
  }
}

const placed = ({ latitude, longitude, accuracy_m, address, at }: Place) => ({
  latitude,
  longitude,
  accuracy_m: accuracy_m ?? null,
  address: address ?? null,
  located_at: at ?? new Date().toISOString(),
})

/**
 * Raises an alert and begins its ladder, within the caller's transaction: it is raised exactly if that commits.
 * @returns its id, and whether it is new: not so when its key had raised it before
 */
export async function raiseAlert(
  { db, services, record }: Raising,
  raised: Raised,
): Promise<{ id: string; created: boolean }> {
  const { organization_id, person_id, type, source, severity, test = false, actor_id = null } = raised
  const event_key = raised.event_key ?? null
  const now = new Date()
  const place = raised.place ? placed(raised.place) : await lastKnown(db, person_id)
  const id = uuid()
  const row = await db
    .insertInto('alerts')
    .values({
      id,
      organization_id,
      person_id,
      type,
      source,
      severity,
      test,
      event_key,
      status: 'pending',
      device_id: raised.device_id ?? null,
      conversation_id: raised.conversation_id ?? null,
      message_id: raised.message_id ?? null,
      voice_message: raised.voice_message ?? null,
      raised_at: now.toISOString(),
      ...place,
    })
    .onConflict(conflict => conflict.columns(['organization_id', 'event_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) {
    const known = await db
      .selectFrom('alerts')
      .select('id')
      .where('organization_id', '=', organization_id)
      .where('event_key', '=', event_key)
      .executeTakeFirstOrThrow()
    return { id: known.id, created: false }
  }
  const alert = { ...received, id, organization_id, person_id, type, test, rearm_after_seconds: 0 }
  const details = { source, severity, ...(test && { test }) }
  const { round } = await append(db, alert, [{ type: 'received', actor_id, details }], {
    key: 'received',
    at: now,
  })
  if (!test) await beginLadder(db, services.config, { id, organization_id, person_id, round })
  record({
    action: 'create',
    resourceType: 'alerts',
    resourceId: id,
    organizationId: organization_id,
    details: { type, source, severity, ...(test && { test }) },
  })
  return { id, created: true }
}
