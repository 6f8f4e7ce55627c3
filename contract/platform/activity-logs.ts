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
  /** For an update, `before` and `after` contain the changed fields; other actions have their own details. */
  details: z.record(z.string(), z.unknown()),
})

/** What a client may report; the server's own action names are refused. */
export const NewActivityLog = z.object({
  action: z.string().trim().min(1).max(60),
  resource_type: z.string().trim().min(1).max(60),
  resource_id: z.string().max(100).nullable().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
})

/** An integrity violation. `row` and `seal` are set if the fault concerns one row or seal. */
export const Fault = z.object({
  kind: z.enum([
    /** The content of the row was changed after sealing. */
    'row_changed',
    /** The row was deleted. */
    'row_missing',
    /** The row was inserted outside the server: no seal covers it or ever will. */
    'row_forged',
    /** The record of a seal was changed or inserted. */
    'seal_changed',
    /** A seal was removed from the chain. */
    'seal_missing',
    /** This and all later seals were removed. */
    'chain_cut',
  ]),
  seal: z.int().nullable(),
  row: ActivityLog.pick({ id: true, timestamp: true }).extend({ organization_id: Id }).nullable(),
})
export type Fault = z.infer<typeof Fault>

/** The result of one verification step. */
export const Verification = z.object({
  /** The last verified seal; the next step continues from here. */
  seal: z.int(),
  /** Total number of seals. */
  seals: z.int(),
  /** Rows verified in this step. */
  rows: z.int(),
  /** Rows among them whose text was erased; their digests are verified. */
  erased: z.int(),
  /** Rows not sealed yet; counted by the last step. */
  waiting: z.int(),
  /** Number and hash of the seal. Stored externally, it proves later that the chain up to here was not rewritten. */
  anchor: z.string().nullable(),
  done: z.boolean(),
  /** The first fault; verification stops there. */
  fault: Fault.nullable(),
})
export type Verification = z.infer<typeof Verification>

export const activityLogs = {
  list: endpoint({
    method: 'GET',
    path: '/api/activity-logs',
    summary: 'List activity, newest first',
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
    summary: 'Record a client action',
    access: 'signed-in',
    body: NewActivityLog,
    status: 201,
    reply: ActivityLog,
  }),
  actions: endpoint({
    method: 'GET',
    path: '/api/activity-logs/actions',
    summary: 'List the actions in the log',
    access: may('activity_logs', 'list'),
    reply: z.object({ actions: z.array(z.string()) }),
  }),
  resourceTypes: endpoint({
    method: 'GET',
    path: '/api/activity-logs/resource-types',
    summary: 'List the resource types in the log',
    access: may('activity_logs', 'list'),
    reply: z.object({ resource_types: z.array(z.string()) }),
  }),
  verify: endpoint({
    method: 'GET',
    path: '/api/activity-logs/verification',
    summary: 'Verify the next part of the log against its seals',
    access: may('monitoring', 'show'),
    query: z.strictObject({
      /** The last seal verified by previous steps. */
      after: z.coerce.number().int().min(0).default(0),
    }),
    reply: Verification,
  }),
  proof: endpoint({
    method: 'GET',
    path: '/api/activity-logs/proof',
    summary: 'Download the rows sealed in a time range for offline verification',
    access: may('monitoring', 'show'),
    query: z.strictObject({ from: Instant, to: Instant }).partial(),
    status: 200,
  }),
}
