import { setInterval } from 'node:timers'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { LiveTopic } from '#contract/analytics/live-metrics.ts'
import { encodeMessage, type Listener } from '#server/kit/broadcast.ts'
import { openRelay } from '#server/kit/relay.ts'
import type { Viewer } from './topics.ts'

/** How often the figures of a scope are looked at while somebody follows them, in milliseconds. */
const lookEvery = 1_000

/** A topic as those of one reach see it: what is the same for all of them is read and serialised once. */
interface Scope {
  topic: LiveTopic
  /** One of those who follow, as whom the figures are read: they are the same for all. */
  viewer: Viewer
  listeners: Set<Listener>
  /** What was sent last, to be sent to whoever joins. */
  latest: Buffer | null
  /** By this it is known whether anything changed. */
  figures: string
  lookedAt: number
  /** Whether a look is under way: where one takes longer than the time between two, no next is begun beside it. */
  looking: boolean
  /** Whether the last look failed, which is logged once. */
  failing: boolean
}

const Told = z.object({ scope: z.string(), figures: z.string(), message: z.string() })

type Produce = (topic: LiveTopic, viewer: Viewer) => Promise<Record<string, unknown>>

/** Tells those who follow what has changed. */
export interface Hub {
  /** Starts sending a topic to a listener, the latest at once. @returns how to stop. */
  follow(topic: LiveTopic, viewer: Viewer, listener: Listener): () => void
  close(): void
}

/** What tells the figures of one moment from those of another, the moment itself left out. */
const figuresOf = ({ as_of: _, ...figures }: Record<string, unknown>) => JSON.stringify(figures)

/**
 * Opens a hub. With Redis, whichever instance looks first tells the others, which then need not look themselves.
 * @param produce reads the figures of a topic as a viewer sees them
 */
export function openHub(produce: Produce, log: FastifyBaseLogger, redisUrl?: string): Hub {
  const scopes = new Map<string, Scope>()
  /** What those of one reach have in common: all, their organization, or nothing. */
  const sharedBy = ({ grant, actor }: Viewer) => {
    if (grant.reach === 'all') return 'all'
    return grant.reach === 'organization' ? actor.organizationId : actor.id
  }

  function tell(scope: Scope, figures: string, message: Buffer) {
    scope.lookedAt = Date.now()
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
          const told = Told.safeParse(JSON.parse(text))
          const scope = told.success ? scopes.get(told.data.scope) : undefined
          if (told.success && scope) tell(scope, told.data.figures, Buffer.from(told.data.message))
        },
        onReconnect: () => {},
      })
    : null

  async function look(key: string, scope: Scope) {
    if (scope.looking) return
    scope.lookedAt = Date.now()
    scope.looking = true
    try {
      const payload = await produce(scope.topic, scope.viewer)
      const figures = figuresOf(payload)
      const message = encodeMessage(scope.topic, payload)
      if (tell(scope, figures, message))
        relay?.publish(JSON.stringify({ scope: key, figures, message: message.toString() }))
      scope.failing = false
    } catch (error) {
      if (!scope.failing) log.warn({ err: error, scope: key }, 'live metrics cannot be read')
      scope.failing = true
    }
    scope.looking = false
  }

  const looking = setInterval(() => {
    for (const [key, scope] of scopes)
      if (Date.now() - scope.lookedAt >= lookEvery * 0.9) void look(key, scope)
  }, lookEvery)

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
          lookedAt: 0,
          looking: false,
          failing: false,
        }
        scopes.set(key, scope)
        void look(key, scope)
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
