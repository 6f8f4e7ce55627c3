import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, personal, UserId } from './fields.ts'
import { listing } from './listing.ts'
import { may } from './permissions.ts'

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
}
