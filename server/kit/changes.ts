import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Permission } from '#contract/kit/permissions.ts'
import type { AuditLogRow } from './audit.ts'
import { openRelay } from './relay.ts'

/** A committed change of a resource, as its activity log tells it. */
const Change = z.object({
  logId: z.string(),
  resource: z.string(),
  id: z.string().nullable(),
  action: z.string(),
  organizationId: z.string(),
  at: z.string(),
  requestId: z.string().nullable(),
})
export type Change = z.infer<typeof Change>

const Message = z.object({ from: z.string(), changes: z.array(Change) })

export interface Subscriber {
  onChange(change: Change): void
  /** Told when changes of other instances may have been missed. */
  onGap(): void
}

/** Who is told of a resource's changes: those who may list it, or everyone signed in. */
export type Audience = Permission | 'signed-in'

/**
 * Tells who follows that records changed: at once within this instance, through Redis to the others. A change told is
 * a hint to look again; one may be lost with a connection, so whoever must not miss any reads the tables.
 */
export interface Changes {
  /** The resources that are told of, and what one must be allowed to be told. */
  readonly resources: ReadonlyMap<string, Audience>
  /** Adds a resource. */
  register(resource: string, listedBy: Audience): void
  /** Tells what these logs say of resources; only after the transaction that wrote them has committed. */
  publishLogs(logs: readonly AuditLogRow[]): void
  /** Tells of changes that no log is written of. */
  tell(changes: readonly Change[]): void
  /** @returns how to stop following. */
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
})

function read(message: string) {
  try {
    return Message.parse(JSON.parse(message))
  } catch {
    return null
  }
}

export function openChanges({ log, redisUrl }: { log: FastifyBaseLogger; redisUrl?: string }): Changes {
  const instance = randomUUID()
  const resources = new Map<string, Audience>()
  const followers = new Set<Subscriber>()

  /** The change is made and will be answered as made, whatever becomes of telling it. */
  function each(tell: (follower: Subscriber) => void) {
    for (const follower of followers) {
      try {
        tell(follower)
      } catch (error) {
        log.error({ err: error }, 'a change could not be told')
      }
    }
  }
  const tellHere = (changes: readonly Change[]) => {
    for (const change of changes) each(follower => follower.onChange(change))
  }

  const relay = redisUrl
    ? openRelay({
        url: redisUrl,
        channel: 'voicedeck:changes',
        log,
        onMessage(message) {
          const received = read(message)
          if (received && received.from !== instance) tellHere(received.changes)
        },
        onReconnect: () => each(follower => follower.onGap()),
      })
    : null

  function tell(all: readonly Change[]) {
    const changes = all.filter(({ resource }) => resources.has(resource))
    if (changes.length === 0) return
    tellHere(changes)
    relay?.publish(JSON.stringify({ from: instance, changes } satisfies z.infer<typeof Message>))
  }

  return {
    resources,
    register: (resource, listedBy) => void resources.set(resource, listedBy),
    publishLogs: logs => tell(logs.map(changeOf)),
    tell,
    subscribe(follower) {
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    close: () => relay?.close(),
  }
}
