import type { SystemPart } from '#contract/platform/system.ts'
import type { Replica } from '#server/db/replica.ts'
import type { ProbeResult } from '#server/kit/probes.ts'
import type { Services } from '#server/services.ts'

const channels = ['push', 'webhook', 'sms', 'voice'] as const

/** What the probes said; null for what is not configured. */
interface Probed {
  database: ProbeResult
  redis: ProbeResult | null
  clickhouse: ProbeResult | null
  mail: ProbeResult | null
  hasIgnoredForwarding: boolean
}

/** Whether there are standbys, and all of them answer and are fresh enough to be read. */
function stateOf(replica: Replica | undefined, maxLagMs: number): SystemPart['state'] {
  if (!replica) return 'not_configured'
  const areFresh = replica
    .lags()
    .every(({ isPrimary, lagMs }) => isPrimary || (lagMs ?? Infinity) <= maxLagMs)
  return areFresh ? 'ok' : 'away'
}

/** The adapter and state of each external dependency. */
export function describeParts(
  { chat, voices, transcription, checkouts, mail, channels: by, config, database }: Services,
  probed: Probed,
): SystemPart[] {
  const { redis, clickhouse } = probed
  const { replica } = database
  const away = ({ healthy }: ProbeResult) => (healthy ? 'ok' : 'away')
  const isEmbedded = config.DATABASE_URL === undefined
  return [
    { part: 'chat', adapter: chat.embedded ? null : chat.name, embedded: chat.embedded, state: 'ok' },
    {
      part: 'voices',
      adapter: voices.preferred.name,
      embedded: voices.preferred.provider === 'embedded',
      state: 'ok',
    },
    {
      part: 'transcription',
      adapter: transcription?.name ?? null,
      embedded: transcription?.embedded ?? false,
      state: transcription ? 'ok' : 'not_configured',
    },
    {
      part: 'checkout',
      adapter: checkouts.stripe ? 'Stripe' : null,
      embedded: !checkouts.stripe,
      state: 'ok',
    },
    {
      part: 'mail',
      adapter: config.SMTP_URL === undefined ? null : mail.name,
      embedded: config.SMTP_URL === undefined,
      state: probed.mail ? away(probed.mail) : 'ok',
    },
    ...channels.map(
      (part): SystemPart => ({
        part,
        adapter: by[part].name,
        embedded: part === 'push' || part === 'webhook',
        state: by[part].configured ? 'ok' : 'not_configured',
      }),
    ),
    {
      part: 'database',
      adapter: 'PostgreSQL',
      embedded: isEmbedded,
      state: away(probed.database),
    },
    {
      part: 'replica',
      adapter: replica ? 'PostgreSQL' : null,
      embedded: false,
      state: stateOf(replica, config.DATABASE_REPLICA_MAX_LAG_MS),
    },
    {
      part: 'fan_out',
      adapter: redis ? 'Redis' : null,
      embedded: !redis,
      state: redis ? away(redis) : 'ok',
    },
    {
      part: 'figures',
      adapter: clickhouse ? 'ClickHouse' : null,
      embedded: !clickhouse,
      state: clickhouse ? away(clickhouse) : 'ok',
    },
    {
      part: 'proxy',
      adapter: config.TRUST_PROXY?.setting ?? null,
      embedded: false,
      state: probed.hasIgnoredForwarding ? 'not_configured' : 'ok',
    },
  ]
}
