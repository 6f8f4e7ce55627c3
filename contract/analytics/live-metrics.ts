import { z } from 'zod'
import { LiveMetrics } from './metrics.ts'
import { OperationalMetrics } from './operational-metrics.ts'

/**
 * The live socket. A client connects with `?client_id=`, authenticates within 5 seconds, then subscribes to topics:
 *
 *     → {"type": "auth", "token": "<bearer token>"}
 *     ← {"type": "authenticated", "payload": {}}
 *     → {"type": "subscribe", "subscriptions": ["live_metrics"]}
 *     ← {"type": "subscribed", "payload": {"subscriptions": ["live_metrics"]}}
 *     ← {"type": "live_metrics", "payload": {…}}
 *
 * The payload of a topic is sent on subscription and after each change, limited to the caller's organization where the
 * permission table says so. A slow client receives the latest payload and skips the ones it missed. Authenticating again
 * clears all subscriptions.
 *
 * Every 15 seconds the server pings, sends `{"type": "heartbeat", "payload": {}}` if the socket was otherwise idle (for
 * scripts, which do not see pings), and closes sockets that did not answer the last ping, or whose session ended or
 * changed role. Close codes: 1008 policy violation (unknown message, more than 60 messages between two heartbeats, session
 * over), 1009 message over 16 KB, 1011 server error, 1012 server restart.
 */
export const liveMetricsPath = '/api/ws/metrics'

/** Topics with the schema of their payload. */
export const liveTopics = {
  live_metrics: LiveMetrics,
  /** Covers the last 24 hours. */
  operational_metrics: OperationalMetrics.shape.metrics,
} as const
export type LiveTopic = keyof typeof liveTopics

export const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string().min(1).max(4096) }),
  z.object({
    type: z.literal('subscribe'),
    /** Replaces all subscriptions; unknown and forbidden topics are left out of the answer. */
    subscriptions: z.array(z.string().max(100)).max(100),
  }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

export const ServerMessage = z.object({ type: z.string(), payload: z.unknown() })
export type ServerMessage = z.infer<typeof ServerMessage>
