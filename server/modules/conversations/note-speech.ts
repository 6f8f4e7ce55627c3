import { sql } from 'kysely'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { findSession } from './queries.ts'

/**
 * Records the speech latency of an answer in milliseconds. Only the first time counts, because replays come from a cache.
 * @throws Problem 404 if the conversation is outside the caller's scope
 */
export async function recordSpeechLatency(
  call: AuthenticatedCall,
  { session_id, message_id }: { session_id: string; message_id: string },
  took: number,
): Promise<void> {
  const { organization_id } = await findSession(call, session_id)
  const { rows } = await sql`
    update messages set latency = latency || jsonb_build_object('speech_ms', ${took}::numeric,
      'total_ms', (latency ->> 'total_ms')::numeric + ${took}::numeric)
    where conversation_id = ${session_id} and id = ${message_id} and type = 'assistant'
      and latency ->> 'total_ms' is not null and latency ->> 'speech_ms' is null
    returning id`.execute(call.db)
  if (rows.length === 0) return
  call.audit({
    action: 'update',
    resourceType: 'messages',
    resourceId: message_id,
    organizationId: organization_id,
    details: { conversation_id: session_id, after: { speech_ms: took } },
  })
}
