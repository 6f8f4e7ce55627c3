import { sql } from 'kysely'
import type { KnownCall } from '#server/kit/call.ts'
import { notFound } from '#server/kit/problem.ts'
import { reached } from '#server/kit/table/scope.ts'

/** The device of an id or a serial. @throws Problem 404 when the call reaches none. */
export async function deviceInReach(
  call: KnownCall,
  key: string,
): Promise<{ id: string; person_id: string | null }> {
  const { rows } = await sql<{ id: string; person_id: string | null }>`
    select id, person_id from devices
    where (id::text = ${key} or serial = ${key}) and deleted_at is null
      and ${reached(call, { organization: 'organization_id', person: 'person_id' })}`.execute(call.db)
  if (!rows[0]) throw notFound('This device')
  return rows[0]
}
