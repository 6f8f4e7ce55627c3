import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Message } from '#server/adapters/channels/channel.ts'
import type { Db } from '#server/db/open.ts'
import type { KnownCall } from '#server/kit/call.ts'
import { notFound } from '#server/kit/problem.ts'
import { reached } from '#server/kit/table/scope.ts'
import type { RehearsedCall } from '../rehearse.ts'

interface ContactInReach {
  id: string
  organization_id: string
  person_id: string
  person_name: string
  name: string
  /** Its organization's, as it has none of its own. */
  locale: string
  phone: string
}

/** A contact that the call reaches, with the name of whose it is. @throws Problem 404 without one. */
export async function contactInReach(call: KnownCall, id: string): Promise<ContactInReach> {
  const { rows } = await sql<ContactInReach>`
    select contacts.id, contacts.organization_id, person_id, people.name as person_name, contacts.name, contacts.phone,
      organizations.locale
    from contacts join people on people.id = person_id
    join organizations on organizations.id = contacts.organization_id
    where contacts.id = ${id}
      and ${reached(call, { organization: 'contacts.organization_id', person: 'person_id' })}`.execute(
    call.db,
  )
  return rows[0] ?? absent()
}

/** Where the person of an alert is, as far as it is known, and where they were when it was raised. */
export const placesOf = (db: Db, alert: string) =>
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

/** Keeps the calls of a rehearsal with its test alert; they never come into the queue. */
export async function keepRehearsal(
  db: Db,
  alert: { id: string; organization_id: string },
  calls: readonly RehearsedCall[],
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

function absent(): never {
  throw notFound('This contact')
}
