import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'

/** Kinds of data with a retention period. Audio is not among them: recordings are never stored. */
export const retentionKinds = [
  'transcripts',
  'health',
  'device-events',
  'translation-sessions',
  'activity-logs',
  'rate-limit-violations',
  'visits',
  'webhook-events',
  'on-call',
  'report-deliveries',
  'figure-rule-history',
] as const
export type RetentionKind = (typeof retentionKinds)[number]

/** External dependencies, each with an external or a built-in adapter. */
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
  'replica',
  'fan_out',
  'figures',
  'proxy',
] as const

/** The adapter in use for a dependency. */
export const SystemPart = z.object({
  part: z.enum(systemParts),
  /** The name of a product or model; null where there is none. */
  adapter: z.string().nullable(),
  /** Whether it is the built-in adapter, which needs no account and no network. */
  embedded: z.boolean(),
  /**
   * `away`: not responding. `not_configured`: messages are recorded as not sent; without replicas, all reads go to the
   * primary; of the proxy, forwarding headers are ignored, because `TRUST_PROXY` does not contain its address.
   */
  state: z.enum(['ok', 'away', 'not_configured']),
})
export type SystemPart = z.output<typeof SystemPart>

export const SystemStatus = z.object({
  version: z.string(),
  uptime_seconds: z.int(),
  parts: z.array(SystemPart),
  database: z.object({
    /** Response time in milliseconds; null if the database does not respond. */
    milliseconds: z.number().nullable(),
    server_version: z.string(),
    size_bytes: z.int(),
  }),
  jobs: z.object({
    /** Jobs that are due and not started. */
    waiting: z.int(),
    /** Age of the oldest waiting job in seconds. */
    lag_seconds: z.number(),
    /** Jobs that failed after all retries in the last 24 hours. */
    failed: z.int(),
  }),
  ladder: z.object({
    alarms_processed: z.boolean(),
    /** Delay of the most overdue escalation step in seconds. */
    lag_seconds: z.number(),
    /** Open alerts whose ladder could not be started and was set aside after repeated failures. */
    set_aside: z.int(),
  }),
  /** Null if the database is external or has no backup yet. */
  backup: z.object({ made_at: Instant, size_bytes: z.int(), kept: z.int() }).nullable(),
  /** The copy in ClickHouse that figures are read from; null without ClickHouse. */
  figures_copy: z
    .object({
      /** Age in seconds of the oldest change that is not copied yet. Figures are exact meanwhile. */
      lag_seconds: z.number(),
      /** Share of the rows' time span that has been copied, from 0 to 1; the newest rows are copied first. */
      share: z.number(),
    })
    .nullable(),
  retention: z.array(
    z.object({
      kind: z.enum(retentionKinds),
      /** 0: unlimited. */
      kept_days: z.int(),
      /** Time of the last run, and the number of rows it deleted (for activity logs, erased). */
      finished_at: Instant.nullable(),
      removed: z.int().nullable(),
    }),
  ),
})
export type SystemStatus = z.output<typeof SystemStatus>

/** A version of the product, and when this installation first started it. */
export const Release = z.object({ version: z.string(), started_at: Instant })

export const system = {
  status: endpoint({
    method: 'GET',
    path: '/api/system/status',
    summary: 'Get the status of the system and its dependencies',
    access: may('monitoring', 'list'),
    reply: SystemStatus,
  }),
  releases: endpoint({
    method: 'GET',
    path: '/api/system/releases',
    summary: 'List the versions that this installation has run, newest first',
    access: may('analytics', 'list'),
    reply: z.object({ releases: z.array(Release) }),
  }),
}

export const health = {
  live: endpoint({
    method: 'GET',
    path: '/api/health',
    summary: 'Liveness probe',
    reserved: 'alarms',
    access: 'public',
    reply: z.object({ status: z.literal('ok'), version: z.string(), uptime_seconds: z.number() }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/health/ready',
    summary: 'Readiness probe: 503 while the database is not available',
    reserved: 'alarms',
    access: 'public',
    reply: z.object({ status: z.literal('ready'), database_ms: z.number() }),
  }),
}
