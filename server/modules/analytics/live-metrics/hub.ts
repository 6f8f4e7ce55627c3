import { setInterval } from 'node:timers'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { LiveTopic } from '#contract/analytics/live-metrics.ts'
import { encodeMessage, type Listener } from '#server/kit/broadcast.ts'
import { openRelay } from '#server/kit/relay.ts'
import type { Viewer } from './topics.ts'

/** Poll interval of a scope with listeners. */
const pollIntervalMs = 1_000

/** A topic as seen by all viewers with the same scope, so that it is read and serialized once. */
interface Scope {
  topic: LiveTopic
  /** Any viewer of the scope; the figures are the same for all. */
  viewer: Viewer
  listeners: Set<Listener>
  /** The last message, sent to new listeners. */
  latest: Buffer | null
  /** Fingerprint of the last payload, to detect changes. */
  figures: string
  polledAt: number
  /** Whether a poll is running; slow polls do not overlap. */
  looking: boolean
  /** Whether the last poll failed; only the first failure is logged. */
  failing: boolean
}

const RelayMessage = z.object({ scope: z.string(), figures: z.string(), message: z.string() })

type Produce = (topic: LiveTopic, viewer: Viewer) => Promise<Record<string, unknown>>

/** Sends topics to listeners when they change. */
export interface Hub {
  /** Subscribes a listener and sends it the latest message. @returns the unsubscribe function */
  follow(topic: LiveTopic, viewer: Viewer, listener: Listener): () => void
  close(): void
}

/** Serializes figures without their timestamp. */
const fingerprintOf = ({ as_of: _, ...figures }: Record<string, unknown>) => JSON.stringify(figures)

/**
 * Opens a hub. With Redis, the instance that polls first shares the result with the others.
 * @param produce reads the figures of a topic as a viewer sees them
 */
export function openHub(produce: Produce, log: FastifyBaseLogger, redisUrl?: string): Hub {
  const scopes = new Map<string, Scope>()
  /** The key shared by viewers with the same scope. */
  const sharedBy = ({ grant, actor }: Viewer) => {
    if (grant.reach === 'all') return 'all'
    return grant.reach === 'organization' ? actor.organizationId : actor.id
  }

  function broadcast(scope: Scope, figures: string, message: Buffer) {
    scope.polledAt = Date.now()
    if (figures === scope.figures) return false
    scope.figures = figures
    scope.latest = message
    for (const listener of scope.listeners) listener.send(scope.topic, message)
    return true
  }

  const relay = redisUrl
    ? openRelay({
        url: redisUrl,
        channel: 'voicedeck:live-metrics',
        log,
        onMessage(text) {
          const relayed = RelayMessage.safeParse(JSON.parse(text))
          const scope = relayed.success ? scopes.get(relayed.data.scope) : undefined
          if (relayed.success && scope)
            broadcast(scope, relayed.data.figures, Buffer.from(relayed.data.message))
        },
        onReconnect: () => {},
      })
    : null

  async function poll(key: string, scope: Scope) {
    if (scope.looking) return
    scope.polledAt = Date.now()
    scope.looking = true
    try {
      const payload = await produce(scope.topic, scope.viewer)
      const figures = fingerprintOf(payload)
      const message = encodeMessage(scope.topic, payload)
      if (broadcast(scope, figures, message))
        relay?.publish(JSON.stringify({ scope: key, figures, message: message.toString() }))
      scope.failing = false
    } catch (error) {
      if (!scope.failing) log.warn({ err: error, scope: key }, 'cannot read live metrics')
      scope.failing = true
    }
    scope.looking = false
  }

  const looking = setInterval(() => {
    for (const [key, scope] of scopes)
      if (Date.now() - scope.polledAt >= pollIntervalMs * 0.9) void poll(key, scope)
  }, pollIntervalMs)

  return {
    follow(topic, viewer, listener) {
      const key = `${topic}:${sharedBy(viewer)}`
      let scope = scopes.get(key)
      if (!scope) {
        scope = {
          topic,
          viewer,
          listeners: new Set(),
          latest: null,
          figures: '',
          polledAt: 0,
          looking: false,
          failing: false,
        }
        scopes.set(key, scope)
        void poll(key, scope)
      }
      const { listeners, latest } = scope
      listeners.add(listener)
      if (latest) listener.send(topic, latest)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) scopes.delete(key)
      }
    },
    close() {
      clearInterval(looking)
      relay?.close()
    },
  }
}
