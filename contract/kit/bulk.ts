import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'
import { type ListQuery, listing } from './listing.ts'
import type { Permission } from './permissions.ts'
import { Refusal } from './refusal.ts'
import { ChangeSince, UndoLinks, UndoPreview, UndoReason } from './undo.ts'

/** Maximum number of rows of a bulk job. */
export const maxBulkRows = 200_000
/** Maximum number of rows selected by id. */
export const maxBulkIds = 10_000
/** Retention in days of a job and its report. Its undo needs only the activity log. */
export const bulkRetentionDays = 30

/** A bulk job applies one action to many rows, row by row. Undoing it is a bulk job as well. */
export const BulkJob = z.object({
  id: Id,
  resource: z.string(),
  act: z.enum(['update', 'delete', 'undo']),
  /** The bulk job or import that this job undoes; it may have been deleted since. */
  undoes: Id.nullable(),
  /** The values set in every row. */
  patch: z.record(z.string(), z.unknown()).nullable(),
  state: z.enum(['running', 'finished', 'cancelled']),
  /**
   * Number of rows when the job was created. Rows neither done nor skipped are pending or, after a cancellation,
   * unchanged.
   */
  total: z.int(),
  done: z.int(),
  skipped: z.int(),
  /** Rows that were done and then undone by other jobs. */
  undone: z.int(),
  undoable: z.boolean(),
  created_at: Instant,
  finished_at: Instant.nullable(),
})
export type BulkJob = z.output<typeof BulkJob>

/** Why a row was skipped. */
const BulkVerdict = z.object({
  /**
   * Why it was skipped: already in the target state, changed since, gone, or refused for the reason in `detail`; the
   * others are reasons of an undo.
   */
  reason: UndoReason.nullable(),
  /** English text. */
  detail: z.string().nullable(),
  /** Language-independent reason for the refusal. */
  refusals: z.array(Refusal),
})

/** What a bulk job would do, from a dry run (`x-dry-run`) of its first rows. */
export const BulkPreview = z.object({
  /** Rows that were tried; fewer than selected where that would take too long. */
  tried: z.int(),
  /** Of these, the rows that would be skipped. */
  skipped: z.int(),
  /** The first skipped rows. */
  rows: z.array(BulkVerdict.extend({ id: Id, title: z.string().nullable() })),
})
export type BulkPreview = z.output<typeof BulkPreview>

/** Result of one row. */
export const BulkResult = BulkVerdict.extend({
  /** Id of the row. */
  id: Id,
  job_id: Id,
  position: z.int(),
  /** Display name of the row. */
  title: z.string().nullable(),
  /** What was changed since, for an undo. */
  changes: z.array(ChangeSince),
  verdict: z.enum(['done', 'skipped', 'waiting', 'left']),
})
export type BulkResult = z.output<typeof BulkResult>

// Devices are the only records that API keys change many at once.
export const bulk = {
  list: endpoint({
    method: 'GET',
    path: '/api/bulk',
    summary: 'List your bulk jobs',
    access: 'signed-in',
    scope: 'devices:manage',
    ...listing('jobs', BulkJob, {
      filter: ['state', 'resource', 'created_at'],
      sort: ['created_at'],
      search: [],
    }),
  }),
  results: endpoint({
    method: 'GET',
    path: '/api/bulk/results',
    summary: 'List the results of your bulk jobs, row by row',
    access: 'signed-in',
    scope: 'devices:manage',
    ...listing('results', BulkResult, {
      filter: ['job_id', 'verdict', 'reason'],
      sort: ['position'],
      search: ['title'],
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/bulk/{id}',
    summary: 'Show the progress of a bulk job',
    access: 'signed-in',
    scope: 'devices:manage',
    reply: BulkJob,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/bulk/{id}/cancel',
    summary: 'Stop a bulk job before its next rows',
    access: 'signed-in',
    scope: 'devices:manage',
    reply: BulkJob,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/bulk/{id}/undo',
    summary: 'Undo a bulk job, an import or an undo, except for records that were changed since',
    access: 'signed-in',
    scope: 'devices:manage',
    status: 202,
    reply: BulkJob,
  }),
  previewUndo: endpoint({
    method: 'GET',
    path: '/api/bulk/{id}/undo',
    summary: 'Show which records an undo would return, and which it would leave alone and why',
    access: 'signed-in',
    scope: 'devices:manage',
    reply: UndoPreview,
  }),
  undoLinks: endpoint({
    method: 'GET',
    path: '/api/bulk/{id}/links',
    summary: 'Show who undid a bulk job or import, and what an undo undoes',
    access: 'signed-in',
    scope: 'devices:manage',
    reply: UndoLinks,
  }),
}

/** Body of a bulk call: ids or a list query, and the number of rows that the caller saw. */
export interface BulkRequest {
  ids?: string[]
  query?: ListQuery
  count: number
  patch?: Record<string, unknown>
}

/**
 * An endpoint that creates a bulk job. The kit serves it through the resource's own endpoints, so it has no
 * handler.
 */
export interface BulkEndpoint extends Endpoint<string, z.ZodType, z.ZodType<BulkRequest>, typeof BulkJob> {
  kind: 'bulk'
  resource: string
  act: 'update' | 'delete'
  access: Permission
  /** Fields that can be changed in bulk; each row goes through the resource's own `update`. */
  patch?: z.ZodObject
}

/** Endpoints of a single record that a bulk job applies to each row. */
interface RecordEndpoints {
  list: Endpoint
  update: Endpoint & { access: Permission }
  remove: Endpoint & { access: Permission }
  /** Bulk removal requires that the resource can be restored. */
  restore: Endpoint & { access: Permission }
}

function createEndpoint(
  resource: string,
  act: BulkEndpoint['act'],
  { access, scope, stepUp }: RecordEndpoints['update'],
  { query }: Endpoint,
  patch?: z.ZodObject,
): BulkEndpoint {
  const changes = patch
    ?.partial()
    .strict()
    .refine(values => Object.keys(values).length > 0, { message: 'No changes to apply' })
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
      summary: `${act === 'update' ? 'Update' : 'Remove'} many ${resource.replaceAll('-', ' ')} in one job`,
      access,
      ...(scope && { scope }),
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
 * Adds bulk update and removal to a resource. A job makes the same calls as for a single record, under the same
 * permissions. If the number of matching rows is not `count`, nothing is done and the reply is 409.
 * @param resource name of the resource's declaration
 * @param patch fields that can be changed in bulk
 */
export const bulkEndpoints = (resource: string, endpoints: RecordEndpoints, patch: z.ZodObject) => ({
  updateMany: createEndpoint(resource, 'update', endpoints.update, endpoints.list, patch),
  removeMany: createEndpoint(resource, 'delete', endpoints.remove, endpoints.list),
})
