import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Message } from '#server/adapters/channels/channel.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { notFound } from '#server/kit/problem.ts'
import { rowScope } from '#server/kit/table/scope.ts'
import type { SimulatedCall } from '../simulation.ts'

interface AccessibleContact {
  id: string
  organization_id: string
  person_id: string
  person_name: string
  name: string
  /** The organization's locale. */
  locale: string
  phone: string
}

/** Finds an accessible contact with the name of their person. @throws Problem 404 */
export async function findAccessibleContact(call: AuthenticatedCall, id: string): Promise<AccessibleContact> {
  const { rows } = await sql<AccessibleContact>`
    select contacts.id, contacts.organization_id, person_id, people.name as person_name, contacts.name, contacts.phone,
      organizations.locale
    from contacts join people on people.id = person_id
    join organizations on organizations.id = contacts.organization_id
    where contacts.id = ${id}
      and ${rowScope(call, { organization: 'contacts.organization_id', person: 'person_id' })}`.execute(
    call.db,
  )
  if (!rows[0]) throw notFound('This contact')
  return rows[0]
}

/** The person's last known position, and their position when the alert was raised. */
export const getAlertLocations = (db: Db, alert: string) =>
  db
    .selectFrom('alerts')
    .leftJoin('profiles', 'profiles.person_id', 'alerts.person_id')
    .select([
      'latitude',
      'longitude',
      'last_latitude',
      'last_longitude',
      'last_accuracy_m',
      'last_address',
      'last_located_at',
    ])
    .where('alerts.id', '=', alert)
    .executeTakeFirstOrThrow()

/** Stores the calls of a rehearsal with its test alert; they are never queued. */
export async function saveRehearsal(
  db: Db,
  alert: { id: string; organization_id: string },
  calls: readonly SimulatedCall[],
  message: Message,
): Promise<void> {
  if (calls.length === 0) return
  await db
    .insertInto('deliveries')
    .values(
      calls.map(({ step, channel, recipient, address, due, state, answer }, position) => ({
        id: uuid(),
        organization_id: alert.organization_id,
        alert_id: alert.id,
        rehearsal: true,
        round: 1,
        step,
        position,
        channel,
        recipient_kind: recipient.kind,
        recipient_id: recipient.id,
        recipient: recipient.name,
        address,
        message: JSON.stringify(message),
        due_at: new Date(due).toISOString(),
        state,
        answer,
      })),
    )
    .execute()
}
