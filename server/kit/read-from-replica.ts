import type { Call } from './call.ts'

/** Reaches whose rows do not depend on assignments and consents: those are never read from a replica. */
const fixedReaches = ['all', 'organization']

/**
 * Reads from a replica if there is one, with the age of the data in seconds as `x-data-age`.
 * @param read may run twice, the second time on the primary
 */
export async function readFromReplica<T>(call: Call, read: (call: Call) => Promise<T>): Promise<T> {
  const { actor, grant, reply, services } = call
  const { replica } = services.database
  if (!replica || !actor || !fixedReaches.includes(grant.reach)) return read(call)
  const { result, ageMs } = await replica.read(actor.id, database =>
    read({ ...call, db: database.db, services: { ...services, database } }),
  )
  if (ageMs !== null) reply.header('x-data-age', (ageMs / 1_000).toFixed(1))
  return result
}
