import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, personal, UserId } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'

export const ActivityLog = z.object({
  id: Id,
  timestamp: Instant,
  action: z.string(),
  resource_type: z.string(),
  resource_id: z.string().nullable(),
  user_id: UserId.nullable(),
  user_email: personal(z.string()),
  user_role: z.string().nullable(),
  source: z.enum(['server', 'client']),
  request_id: z.string().nullable(),
  ip: z.string().nullable(),
  /** `before` and `after` hold the changed fields of a change; other acts say what they have to say. */
  details: z.record(z.string(), z.unknown()),
})

/** What a client may report; the server's own action names are refused. */
export const NewActivityLog = z.object({
  action: z.string().trim().min(1).max(60),
  resource_type: z.string().trim().min(1).max(60),
  resource_id: z.string().max(100).nullable().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
})

/** What is no longer as it was sealed. Where it is about one row, the row is named; its seal, where a seal covers it. */
export const Fault = z.object({
  kind: z.enum([
    /** The row says something else than when it was sealed. */
    'row_changed',
    /** The row was taken away. */
    'row_missing',
    /** The row was put in behind the server's back: no seal covers it and none is going to. */
    'row_forged',
    /** A seal's own record was changed, or put in. */
    'seal_changed',
    /** A seal was taken out of the chain. */
    'seal_missing',
    /** The seals from this one on were taken away. */
    'chain_cut',
  ]),
  seal: z.int().nullable(),
  row: ActivityLog.pick({ id: true, timestamp: true }).extend({ organization_id: Id }).nullable(),
})
export type Fault = z.infer<typeof Fault>

/** One step of proving the log: what it covered, and what it found. */
export const Verification = z.object({
  /** The seal up to which the chain is proved: where the next step goes on. */
  seal: z.int(),
  /** Seals there are. */
  seals: z.int(),
  /** Rows that this step proved. */
  rows: z.int(),
  /** Of these, rows whose text was erased: their digests are proved. */
  erased: z.int(),
  /** Rows that wait for their seal; counted by the last step. */
  waiting: z.int(),
  /** The seal's number and hash. Kept elsewhere, it shows later that nothing up to here was made anew. */
  anchor: z.string().nullable(),
  done: z.boolean(),
  /** The first fault; the steps end with it. */
  fault: Fault.nullable(),
})
export type Verification = z.infer<typeof Verification>

export const activityLogs = {
  list: endpoint({
    method: 'GET',
    path: '/api/activity-logs',
    summary: 'List what was done, newest first',
    access: may('activity_logs', 'list'),
    ...listing('logs', ActivityLog, {
      filter: ['action', 'resource_type', 'resource_id', 'user_id', 'source', 'timestamp'],
      sort: ['timestamp'],
      search: [],
      keyset: 'timestamp',
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/activity-logs',
    summary: 'Report an act of a client',
    access: 'signed-in',
    body: NewActivityLog,
    status: 201,
    reply: ActivityLog,
  }),
  actions: endpoint({
    method: 'GET',
    path: '/api/activity-logs/actions',
    summary: 'List the actions that occur',
    access: may('activity_logs', 'list'),
    reply: z.object({ actions: z.array(z.string()) }),
  }),
  resourceTypes: endpoint({
    method: 'GET',
    path: '/api/activity-logs/resource-types',
    summary: 'List the resource types that occur',
    access: may('activity_logs', 'list'),
    reply: z.object({ resource_types: z.array(z.string()) }),
  }),
  verify: endpoint({
    method: 'GET',
    path: '/api/activity-logs/verification',
    summary: 'Prove the next part of the log by its seals',
    access: may('monitoring', 'show'),
    query: z.strictObject({
      /** The seal up to which the steps before proved it. */
      after: z.coerce.number().int().min(0).default(0),
    }),
    reply: Verification,
  }),
  proof: endpoint({
    method: 'GET',
    path: '/api/activity-logs/proof',
    summary: 'Download the rows sealed in a span of time, to be proved without the server',
    access: may('monitoring', 'show'),
    query: z.strictObject({ from: Instant, to: Instant }).partial(),
    status: 200,
  }),
}
