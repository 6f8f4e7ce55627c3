import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'

export const ticketSeconds = 30

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** A secret that stands for a session once, within 30 seconds; tickets that are over are removed on the way. */
export async function issueTicket(db: Db, sessionId: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  // Skipping what another call removes at this moment: two of them must not wait for each other.
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

/** Uses a ticket up. @returns the session that it stood for; null when it is unknown, over or was used before. */
export async function redeemTicket(db: Db, ticket: string): Promise<string | null> {
  const redeemed = await db
    .deleteFrom('stream_tickets')
    .where('ticket_hash', '=', hashOf(ticket))
    .where('expires_at', '>', sql<string>`now()`)
    .returning('session_id')
    .executeTakeFirst()
  return redeemed?.session_id ?? null
}
