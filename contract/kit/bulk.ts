import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'
import { type ListQuery, listing } from './listing.ts'
import type { Permission } from './permissions.ts'
import { Refusal } from './refusal.ts'

/** Rows that one bulk job covers at most. */
export const maxBulkRows = 200_000
/** Rows that may be named one by one. */
export const maxBulkIds = 10_000
/** Days for which a job, its report and its undoing are kept. */
export const bulkRetentionDays = 30

/** One act on many rows: the server does it row by row, and an undoing of it is a job as well. */
export const BulkJob = z.object({
  id: Id,
  resource: z.string(),
  act: z.enum(['update', 'delete', 'undo']),
  /** The job whose rows this one puts back. */
  undoes: Id.nullable(),
  /** What every row was to become. */
  patch: z.record(z.string(), z.unknown()).nullable(),
  state: z.enum(['running', 'finished', 'cancelled']),
  /** Rows when it was ordered; what is neither done nor skipped of them is still to do or, once cancelled, left alone. */
  total: z.int(),
  done: z.int(),
  skipped: z.int(),
  /** Of the rows done, those that another job has put back. */
  undone: z.int(),
  undoable: z.boolean(),
  created_at: Instant,
  finished_at: Instant.nullable(),
})
export type BulkJob = z.output<typeof BulkJob>

/** What became of one row. */
export const BulkResult = z.object({
  /** The row's own id. */
  id: Id,
  job_id: Id,
  position: z.int(),
  /** What the row was called when the job was ordered. */
  title: z.string().nullable(),
  verdict: z.enum(['done', 'skipped', 'waiting', 'left']),
  /** Why it was skipped: it was so already, changed since, is gone, or was refused as `detail` says. */
  reason: z.enum(['unchanged', 'changed', 'gone', 'refused']).nullable(),
  /** In English. */
  detail: z.string().nullable(),
  /** Why it was refused, for readers of any language. */
  refusals: z.array(Refusal),
})
export type BulkResult = z.output<typeof BulkResult>

export const bulk = {
  list: endpoint({
    method: 'GET',
    path: '/api/bulk',
    summary: 'List one’s own bulk jobs',
    access: 'signed-in',
    ...listing('jobs', BulkJob, {
      filter: ['state', 'resource', 'created_at'],
      sort: ['created_at'],
      search: [],
    }),
  }),
  results: endpoint({
    method: 'GET',
    path: '/api/bulk/results',
    summary: 'List what became of each row of one’s own bulk jobs',
    access: 'signed-in',
    ...listing('results', BulkResult, {
      filter: ['job_id', 'verdict', 'reason'],
      sort: ['position'],
      search: ['title'],
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/bulk/{id}',
    summary: 'Show how far a bulk job is',
    access: 'signed-in',
    reply: BulkJob,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/bulk/{id}/cancel',
    summary: 'Stop a bulk job before its next rows',
    access: 'signed-in',
    reply: BulkJob,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/bulk/{id}/undo',
    summary: 'Put back the rows that a bulk job changed and nobody has changed since',
    access: 'signed-in',
    status: 202,
    reply: BulkJob,
  }),
}

/** What a bulk job is ordered by: the rows, named or by a list's own query, and how many of them the caller saw. */
export interface BulkRequest {
  ids?: string[]
  query?: ListQuery
  count: number
  patch?: Record<string, unknown>
}

/** A call that orders a bulk job. The kit answers it by the resource's own calls, so no module handles it. */
export interface BulkEndpoint extends Endpoint<string, z.ZodType, z.ZodType<BulkRequest>, typeof BulkJob> {
  kind: 'bulk'
  resource: string
  act: 'update' | 'delete'
  access: Permission
  /** What can be changed of many rows at once; each row is changed by the resource's own `update`. */
  patch?: z.ZodObject
}

/** The calls about one record that many records are changed by. */
interface One {
  list: Endpoint
  update: Endpoint & { access: Permission }
  remove: Endpoint & { access: Permission }
  /** What is removed by the thousand must be able to come back. */
  restore: Endpoint & { access: Permission }
}

function order(
  resource: string,
  act: BulkEndpoint['act'],
  { access, stepUp }: One['update'],
  { query }: Endpoint,
  patch?: z.ZodObject,
): BulkEndpoint {
  const changes = patch
    ?.partial()
    .strict()
    .refine(given => Object.keys(given).length > 0, { message: 'No changes to apply' })
  const body = z
    .strictObject({
      ids: z.array(Id).min(1).max(maxBulkIds).optional(),
      query: query.optional(),
      count: z.int().min(1).max(maxBulkRows),
      ...(changes && { patch: changes }),
    })
    .refine(({ ids, query }) => (ids === undefined) !== (query === undefined), {
      path: ['ids'],
      message: 'Specify rows by ID or by query',
    })
  return {
    ...endpoint({
      method: 'POST',
      path: `/api/bulk/${resource}/${act}`,
      summary: `${act === 'update' ? 'Change' : 'Remove'} many ${resource.replaceAll('-', ' ')} by one job`,
      access,
      body: body as unknown as z.ZodType<BulkRequest>,
      status: 202,
      reply: BulkJob,
    }),
    kind: 'bulk',
    resource,
    act,
    access,
    ...(stepUp && { stepUp }),
    ...(patch && { patch }),
  }
}

/**
 * States that records of a resource may be changed and removed many at once: by jobs that make, for each row, the same
 * calls as for one, under the same rules. When other than `count` rows match, nothing is done and a 409 says so.
 * @param resource the name of the resource's declaration.
 * @param patch what can be changed of many rows at once.
 */
export const bulkEndpoints = (resource: string, one: One, patch: z.ZodObject) => ({
  updateMany: order(resource, 'update', one.update, one.list, patch),
  removeMany: order(resource, 'delete', one.remove, one.list),
})
