import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'

/** Kinds of data that are kept for a number of days. Audio is not among them: recordings are never stored. */
export const retentionKinds = [
  'transcripts',
  'health',
  'device-events',
  'translation-sessions',
  'activity-logs',
  'rate-limit-violations',
  'visits',
] as const
export type RetentionKind = (typeof retentionKinds)[number]

/** The external parts of the system, each by a real adapter or one that is built in. */
export const systemParts = [
  'chat',
  'voices',
  'transcription',
  'checkout',
  'mail',
  'push',
  'webhook',
  'sms',
  'voice',
  'database',
  'fan_out',
] as const

/** Which adapter does the work of a part. */
export const SystemPart = z.object({
  part: z.enum(systemParts),
  adapter: z.string(),
  /** Whether it is the one built in, which needs no account and no network. */
  embedded: z.boolean(),
  /** `not_configured`: what is sent by it is recorded as not sent. `away`: it does not answer right now. */
  state: z.enum(['ok', 'away', 'not_configured']),
})
export type SystemPart = z.output<typeof SystemPart>

export const SystemStatus = z.object({
  version: z.string(),
  uptime_seconds: z.int(),
  parts: z.array(SystemPart),
  database: z.object({
    /** Milliseconds of an answer; null while there is none. */
    milliseconds: z.number().nullable(),
    server_version: z.string(),
    size_bytes: z.int(),
  }),
  jobs: z.object({
    /** Jobs that could run now and wait for somebody to take them. */
    waiting: z.int(),
    /** Seconds that the oldest of them has waited. */
    lag_seconds: z.number(),
    /** Jobs of the last 24 hours that were given up after all tries. */
    failed: z.int(),
  }),
  ladder: z.object({
    alarms_processed: z.boolean(),
    /** Seconds by which the oldest due call is late. */
    lag_seconds: z.number(),
  }),
  /** Null where the database is another's to back up, or no backup was made yet. */
  backup: z.object({ made_at: Instant, size_bytes: z.int(), kept: z.int() }).nullable(),
  retention: z.array(
    z.object({
      kind: z.enum(retentionKinds),
      /** 0: for good. */
      kept_days: z.int(),
      /** When the newest round was, and how many rows it took away, or of activity logs the texts. */
      finished_at: Instant.nullable(),
      removed: z.int().nullable(),
    }),
  ),
})
export type SystemStatus = z.output<typeof SystemStatus>

export const system = {
  status: endpoint({
    method: 'GET',
    path: '/api/system/status',
    summary: 'Show which adapters are on and how the parts of the system are',
    access: may('monitoring', 'list'),
    reply: SystemStatus,
  }),
}
