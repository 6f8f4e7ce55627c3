import { z } from 'zod'
import type { Endpoint, Endpoints } from './endpoint.ts'
import { Id } from './fields.ts'
import { type Listing, maxPageSize } from './listing.ts'

/** What a client does with the records of a resource. */
export type RestAct = 'list' | 'show' | 'create' | 'update' | 'remove'

/** A second address of a call. The kit answers it by the handler of `source`, so no module handles it. */
export interface RestEndpoint extends Endpoint {
  kind: 'rest'
  act: RestAct
  /** The call whose handler answers; where a resource has no `show`, its `list`. */
  source: Endpoint
}

/** The calls of a resource that clients of json-server know. */
type Resource = Partial<Record<RestAct, Endpoint>> & { list: Endpoint & { listing: Listing } }

const actOf = (
  act: RestAct,
  source: Endpoint,
  overrides: Pick<Endpoint, 'method' | 'path'> & Partial<Endpoint>,
): RestEndpoint => {
  const { mayLag: _, ...endpoint } = source
  return { ...endpoint, ...overrides, kind: 'rest', act, source }
}

/** json-server's own page parameters, in addition to the `_start` and `_end` of every list. */
const pageParameters = {
  _page: z.coerce.number().int().min(1).optional(),
  _limit: z.coerce.number().int().min(1).max(maxPageSize).optional(),
}

/** Accepts a whole record: clients send back what they were shown, with the fields that cannot be changed. */
const ignoringOtherFields = (body: z.ZodType) => (body instanceof z.ZodObject ? body.strip() : body)

function callsOf(name: string, { list, show, create, update, remove }: Resource): RestEndpoint[] {
  const path = `/api/rest/${name}`
  const rowPath = `${path}/{id}`
  const row = list.listing.schema
  const changing = update && {
    body: ignoringOtherFields(update.body),
    summary: `${update.summary}; fields left out stay as they are`,
  }
  return [
    actOf('list', list, {
      method: 'GET',
      path,
      summary: `${list.summary}, as an array`,
      query: (list.query as z.ZodLazy<z.ZodObject>).unwrap().safeExtend(pageParameters),
      reply: z.array(row),
    }),
    actOf('show', show ?? list, {
      method: 'GET',
      path: rowPath,
      ...(!show && {
        summary: `${list.summary}: one of them`,
        query: z.strictObject({}),
        reply: row,
        listing: undefined,
      }),
    }),
    ...(create ? [actOf('create', create, { method: 'POST', path })] : []),
    ...(update
      ? [
          actOf('update', update, { method: 'PUT', path: rowPath, ...changing }),
          actOf('update', update, { method: 'PATCH', path: rowPath, ...changing }),
        ]
      : []),
    ...(remove
      ? [
          actOf('remove', remove, {
            method: 'DELETE',
            path: rowPath,
            status: 200,
            reply: z.object({ id: Id }),
          }),
        ]
      : []),
  ]
}

/**
 * The same records by the conventions of json-server, below `/api/rest`: a list is an array with its total in
 * `x-total-count`, every resource has the same paths, and a removal answers with the id. Permissions, scopes, step-up
 * and rate limits are those of the calls that answer.
 */
export const restEndpoints = (resources: Record<string, Endpoints>): Record<string, RestEndpoint> =>
  Object.fromEntries(
    Object.entries(resources)
      .flatMap(([name, calls]) => callsOf(name, calls as unknown as Resource))
      .map(call => [`${call.method} ${call.path}`, call]),
  )
