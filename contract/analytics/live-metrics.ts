import { z } from 'zod'
import { LiveMetrics } from './metrics.ts'
import { OperationalMetrics } from './operational-metrics.ts'

/**
 * The live socket. A client connects with `?client_id=`, says within 5 seconds who it is, then what it wants to follow:
 *
 *     → {"type": "auth", "token": "<bearer token>"}
 *     ← {"type": "authenticated", "payload": {}}
 *     → {"type": "subscribe", "subscriptions": ["live_metrics"]}
 *     ← {"type": "subscribed", "payload": {"subscriptions": ["live_metrics"]}}
 *     ← {"type": "live_metrics", "payload": {…}}
 *
 * A topic's payload comes at once and whenever it has changed, within the caller's organization where the permission
 * table says so. A slow reader is sent the latest payload and none of those that it missed. Who says anew who they are
 * follows nothing until they say what.
 *
 * Every 15 seconds the server pings and, for scripts that see no pings, says `{"type": "heartbeat", "payload": {}}` where
 * it has said nothing since; it then also ends what gave no sign of life, and whose session is over or whose role is
 * another. It closes with
 * 1008 what is not as it shall be (a message that it does not understand, more than 60 of them between two heartbeats,
 * a session that is over), with 1009 a message over 16 KB, with 1011 what failed, and with 1012 before it restarts.
 */
export const liveMetricsPath = '/api/ws/metrics'

/** What can be followed, by the type of its messages, with the shape of their payload. */
export const liveTopics = {
  live_metrics: LiveMetrics,
  /** Of the last 24 hours. */
  operational_metrics: OperationalMetrics.shape.metrics,
} as const
export type LiveTopic = keyof typeof liveTopics

/** What a client sends. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string().min(1).max(4096) }),
  z.object({
    type: z.literal('subscribe'),
    /** All that the client wants to follow from now on; what it may not, or nobody can, is left out of the answer. */
    subscriptions: z.array(z.string().max(100)).max(100),
  }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

/** What a server sends. */
export const ServerMessage = z.object({ type: z.string(), payload: z.unknown() })
export type ServerMessage = z.infer<typeof ServerMessage>
