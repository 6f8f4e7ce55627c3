import type { Permission } from '#contract/kit/permissions.ts'
import type { KnownCall } from '../call.ts'
import type { ListHandler } from '../serve.ts'

/** A call about one record, made for each row of a bulk job. */
export interface RowAct {
  access: Permission
  handler(call: KnownCall): unknown
}

/** What bulk jobs do to the rows of one resource: nothing but the resource's own calls. */
export interface Acts {
  list: ListHandler
  update: RowAct
  remove: RowAct
  restore: RowAct
}

const known = new Map<string, Acts>()

export const keepActs = (resource: string, acts: Acts) => void known.set(resource, acts)

/** @throws when no module serves such a resource any more. */
export function actsOf(resource: string): Acts {
  const acts = known.get(resource)
  if (!acts) throw new Error(`There are no bulk acts on "${resource}"`)
  return acts
}
