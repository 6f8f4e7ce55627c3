import type { Permission } from '#contract/kit/permissions.ts'
import type { AuthenticatedCall } from '../call.ts'
import type { ListHandler } from '../handlers.ts'

/** A call about one record, made for each row of a bulk job. */
export interface RowCall {
  access: Permission
  needsStepUp: boolean
  handler(call: AuthenticatedCall): unknown
}

/** What bulk jobs do to the rows of one resource: nothing but the resource's own calls. */
export interface BulkCalls {
  list: ListHandler
  update: RowCall
  remove: RowCall
  restore: RowCall
}

const known = new Map<string, BulkCalls>()

export const registerBulkCalls = (resource: string, acts: BulkCalls) => void known.set(resource, acts)

/** @throws when no module serves such a resource any more. */
export function findBulkCalls(resource: string): BulkCalls {
  const acts = known.get(resource)
  if (!acts) throw new Error(`There are no bulk acts on "${resource}"`)
  return acts
}
