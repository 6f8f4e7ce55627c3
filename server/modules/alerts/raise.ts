import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Alert, Place } from '#contract/alerts/alerts.ts'
import { excludedByCategory } from '#contract/alerts/exclusions.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { databaseTime } from '#server/db/time.ts'
import type { AuditEntry } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { appendEvents } from './commands.ts'
import { type AlertSubject, listExcluded } from './exclusions.ts'
import { type LadderStart, startLadder } from './ladder.ts'
import { initialAlert, type NewEvent } from './state.ts'

/** The transaction in which an alert is raised, and its activity log. */
interface RaiseContext {
  db: Db
  services: Pick<Services, 'config'>
  audit(entry: AuditEntry): void
}

export interface NewAlert {
  organization_id: string
  person_id: string
  /** `button`, `fall`, `medical`, … */
  type: string
  source: Alert['source']
  severity: Alert['severity']
  /** Idempotency key of the source: the same key raises one alert per person, type and test. */
  event_key?: string | undefined
  /** A test alert notifies no one. */
  test?: boolean | undefined
  actor_id?: string | null | undefined
  device_id?: string | null | undefined
  conversation_id?: string | null | undefined
  message_id?: string | null | undefined
  voice_message?: string | null | undefined
  /** The person's position; defaults to their last known one. */
  location?: Place | undefined
}

async function lastKnownPlace(db: Db, person_id: string) {
  const profile = await db
    .selectFrom('profiles')
    .select(['last_latitude', 'last_longitude', 'last_accuracy_m', 'last_address', 'last_located_at'])
    .where('person_id', '=', person_id)
    .executeTakeFirst()
  return {
    latitude: profile?.last_latitude ?? null,
    longitude: profile?.last_longitude ?? null,
    accuracy_m: profile?.last_accuracy_m ?? null,
    address: profile?.last_address ?? null,
    located_at: profile?.last_located_at ?? null,
  }
}

const toPlaceColumns = ({ latitude, longitude, accuracy_m, address, at }: Place) => ({
  latitude,
  longitude,
  accuracy_m: accuracy_m ?? null,
  address: address ?? null,
  located_at: at ?? new Date().toISOString(),
})

/**
 * Starts an alert's ladder. If that fails, the alert is kept: the worker retries the ladder, and sets it aside after
 * repeated failures.
 */
async function startOrScheduleLadder(db: Db, config: Config, start: LadderStart): Promise<void> {
  await sql`savepoint ladder`.execute(db)
  try {
    await startLadder(db, config, start)
    await sql`release savepoint ladder`.execute(db)
  } catch (error) {
    await sql`rollback to savepoint ladder`.execute(db)
    const failure = { rearm_failures: 1, rearm_error: (error as Error).message.slice(0, 1_000) }
    await db
      .updateTable('alerts')
      .set({ ...failure, rearm_at: sql`now()` })
      .where('id', '=', start.id)
      .execute()
  }
}

/** The event that excludes the groups of an alert's category, with everyone covered today. */
async function categoryExclusion(db: Db, subject: AlertSubject, type: string): Promise<NewEvent[]> {
  const relationships = excludedByCategory.get(type)
  if (!relationships) return []
  const recipients = await listExcluded(db, subject, { ids: [], relationships })
  return [{ type: 'excluded', actor_id: null, details: { category: type, relationships, recipients } }]
}

/**
 * Raises an alert and starts its ladder in the caller's transaction.
 * @returns its id, and whether it is new; false if an alert with this event key exists already
 */
export async function raiseAlert(
  { db, services, audit }: RaiseContext,
  input: NewAlert,
): Promise<{ id: string; created: boolean }> {
  const { organization_id, person_id, type, source, severity, test = false, actor_id = null } = input
  const event_key = input.event_key ?? null
  const raised_at = new Date(await databaseTime(db)).toISOString()
  const location = input.location ? toPlaceColumns(input.location) : await lastKnownPlace(db, person_id)
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
      device_id: input.device_id ?? null,
      conversation_id: input.conversation_id ?? null,
      message_id: input.message_id ?? null,
      // Speech stays in the conversation, where consent decides who reads it.
      voice_message: source === 'conversation' ? null : (input.voice_message ?? null),
      raised_at,
      ...location,
    })
    .onConflict(conflict =>
      conflict.columns(['organization_id', 'event_key', 'person_id', 'type', 'test']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) {
    const existing = await db
      .selectFrom('alerts')
      .select('id')
      .where('organization_id', '=', organization_id)
      .where('event_key', '=', event_key)
      .where('person_id', '=', person_id)
      .where('type', '=', type)
      .where('test', '=', test)
      .executeTakeFirstOrThrow()
    return { id: existing.id, created: false }
  }
  const alert = { ...initialAlert, id, organization_id, person_id, type, test, rearm_after_seconds: 0 }
  const details = { source, severity, ...(test && { test }) }
  const exclusion = await categoryExclusion(db, { organization_id, person_id }, type)
  const { round } = await appendEvents(db, alert, [{ type: 'received', actor_id, details }, ...exclusion], {
    key: 'received',
    at: raised_at,
  })
  if (!test) await startOrScheduleLadder(db, services.config, { id, organization_id, person_id, round })
  audit({
    action: 'create',
    resourceType: 'alerts',
    resourceId: id,
    organizationId: organization_id,
    details: { type, source, severity, ...(test && { test }) },
  })
  return { id, created: true }
}
