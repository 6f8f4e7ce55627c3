import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Permission } from '#contract/kit/permissions.ts'
import type { AuditLogRow } from './audit.ts'
import { openRelay } from './relay.ts'

/** A committed change of a resource, from its activity log. */
const Change = z.object({
  logId: z.string(),
  resource: z.string(),
  id: z.string().nullable(),
  action: z.string(),
  organizationId: z.string(),
  at: z.string(),
  requestId: z.string().nullable(),
  /** The person who made it; absent in messages of older releases. */
  actorId: z.string().nullish(),
  /** The only person who may know of it, where the resource’s audience is its recipients. */
  recipientId: z.string().optional(),
})
export type Change = z.infer<typeof Change>

/** What decides who receives a change. */
export type AddressedChange = Pick<Change, 'resource' | 'organizationId' | 'recipientId'>

const Message = z.object({ from: z.string(), changes: z.array(Change) })

export interface Subscriber {
  onChange(change: Change): void
  /** Called when changes of other instances may have been missed. */
  onGap(): void
}

/**
 * Who receives a resource's changes: callers who may list it, everyone signed in, or the person that a change is for,
 * which is by default the one who made it.
 */
export type Audience = Permission | 'signed-in' | 'recipient'

/**
 * Publishes changes of records to subscribers: directly in this instance, through Redis in others. A change is a hint to
 * refetch and may be lost with a connection; code that must not miss any reads the tables.
 */
export interface Changes {
  /** Published resources, with the permission that is required to receive their changes. */
  readonly resources: ReadonlyMap<string, Audience>
  /** Adds a resource. */
  register(resource: string, listedBy: Audience): void
  /** Publishes the changes in these logs; to be called after their transaction has committed. */
  publishLogs(logs: readonly AuditLogRow[]): void
  /** Publishes changes without an activity log. */
  publish(changes: readonly Change[]): void
  /**
   * The resources that changed in the last minute, with the age of their latest change in milliseconds. Subscribers
   * compare it with what they read before they subscribed.
   * @returns also how far back the list reaches: less than a minute after a start or a gap
   */
  recent(isVisible: (change: AddressedChange) => boolean): {
    coveredMs: number
    recent: { resource: string; ageMs: number }[]
  }
  /** @returns a function that unsubscribes */
  subscribe(follower: Subscriber): () => void
  close(): void
}

const changeOf = (log: AuditLogRow): Change => ({
  logId: log.id,
  resource: log.resource_type,
  id: log.resource_id,
  action: log.action,
  organizationId: log.organization_id,
  at: log.timestamp,
  requestId: log.request_id,
  actorId: log.actor_id,
})

function parseMessage(message: string) {
  try {
    return Message.parse(JSON.parse(message))
  } catch {
    return null
  }
}

/** Milliseconds for which the latest changes are remembered. */
const rememberedMs = 60_000

/** When each resource last changed in each organization, for the last minute. */
function openLatestChanges() {
  const latest = new Map<string, AddressedChange & { at: number }>()
  let since = performance.now()
  let prunedAt = since

  function prune(now: number) {
    if (now - prunedAt < rememberedMs) return
    prunedAt = now
    for (const [key, { at }] of latest) if (now - at > rememberedMs) latest.delete(key)
  }

  return {
    add(changes: readonly Change[]) {
      const at = performance.now()
      for (const { resource, organizationId, recipientId } of changes)
        latest.set([resource, organizationId, recipientId].join(' '), {
          resource,
          organizationId,
          ...(recipientId && { recipientId }),
          at,
        })
      prune(at)
    },
    /** After a gap, nothing is known of the time before. */
    clear() {
      latest.clear()
      since = performance.now()
    },
    read: (isVisible => {
      const now = performance.now()
      const coveredMs = Math.floor(Math.min(now - since, rememberedMs))
      const ages = new Map<string, number>()
      for (const change of latest.values()) {
        const ageMs = Math.ceil(now - change.at)
        if (ageMs > coveredMs || !isVisible(change)) continue
        ages.set(change.resource, Math.min(ageMs, ages.get(change.resource) ?? ageMs))
      }
      return { coveredMs, recent: [...ages].map(([resource, ageMs]) => ({ resource, ageMs })) }
    }) satisfies Changes['recent'],
  }
}

export function openChanges({ log, redisUrl }: { log: FastifyBaseLogger; redisUrl?: string }): Changes {
  const instance = randomUUID()
  const resources = new Map<string, Audience>()
  const followers = new Set<Subscriber>()
  const latest = openLatestChanges()

  /** Calls all subscribers; errors are logged, because the change itself has succeeded. */
  function each(notify: (follower: Subscriber) => void) {
    for (const follower of followers) {
      try {
        notify(follower)
      } catch (error) {
        log.error({ err: error }, 'failed to publish a change')
      }
    }
  }
  const publishHere = (changes: readonly Change[]) => {
    latest.add(changes)
    for (const change of changes) each(follower => follower.onChange(change))
  }

  const relay = redisUrl
    ? openRelay({
        url: redisUrl,
        channel: 'voicedeck:changes',
        log,
        onMessage(message) {
          const received = parseMessage(message)
          if (received && received.from !== instance) publishHere(received.changes)
        },
        onReconnect: () => {
          latest.clear()
          each(follower => follower.onGap())
        },
      })
    : null

  const addressed = (change: Change): Change => {
    const recipientId = change.recipientId ?? change.actorId
    return resources.get(change.resource) === 'recipient' && recipientId ? { ...change, recipientId } : change
  }

  function publish(all: readonly Change[]) {
    const changes = all.filter(({ resource }) => resources.has(resource)).map(addressed)
    if (changes.length === 0) return
    publishHere(changes)
    relay?.publish(JSON.stringify({ from: instance, changes } satisfies z.infer<typeof Message>))
  }

  return {
    resources,
    register: (resource, listedBy) => void resources.set(resource, listedBy),
    publishLogs: logs => publish(logs.map(changeOf)),
    publish,
    recent: latest.read,
    subscribe(follower) {
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    close: () => relay?.close(),
  }
}
