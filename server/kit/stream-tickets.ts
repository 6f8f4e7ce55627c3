import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'

export const ticketSeconds = 30

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** Issues a one-time ticket for a session, valid for 30 seconds, and deletes expired tickets. */
export async function issueTicket(db: Db, sessionId: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  // Skips rows that a concurrent call is deleting, to avoid a deadlock.
  await sql`delete from stream_tickets where ticket_hash in (
    select ticket_hash from stream_tickets where expires_at <= now() for update skip locked)`.execute(db)
  await db
    .insertInto('stream_tickets')
    .values({
      ticket_hash: hashOf(ticket),
      session_id: sessionId,
      expires_at: sql<string>`now() + make_interval(secs => ${ticketSeconds})`,
    })
    .execute()
  return ticket
}

/** Redeems a ticket. @returns its session; null if the ticket is unknown, expired or used */
export async function redeemTicket(db: Db, ticket: string): Promise<string | null> {
  const redeemed = await db
    .deleteFrom('stream_tickets')
    .where('ticket_hash', '=', hashOf(ticket))
    .where('expires_at', '>', sql<string>`now()`)
    .returning('session_id')
    .executeTakeFirst()
  return redeemed?.session_id ?? null
}
