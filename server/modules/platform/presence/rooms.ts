import { randomUUID } from 'node:crypto'
import type { OpenRecord, RecordPresence } from '#contract/platform/presence.ts'
import { encodeMessage, type Listener } from '#server/kit/broadcast.ts'
import type { Actor } from '#server/kit/call.ts'
import type { Change } from '#server/kit/changes.ts'
import { resourceName } from '#server/kit/resources.ts'
import type { Services } from '#server/services.ts'
import { isStaff, nameable, shareAccess, viewKey } from './access.ts'
import { openInstances } from './instances.ts'
import { createMembers, type Person, peopleFor, roomKey } from './members.ts'

/** Milliseconds for which changes of a room are collected, and as many more for each viewer. */
const [collectMs, collectMsPerViewer] = [150, 0.5]

interface Viewer {
  actor: Actor
  listener: Listener
  recheck(): void
}

/** A record that someone connected to this instance has open. */
interface Room {
  resource: string
  id: string
  /** By socket. */
  viewers: Map<string, Viewer>
  /** The latest change; its author is known if they have the record open. */
  changed: { logId: string; author: Person | null } | null
  timer: ReturnType<typeof setTimeout> | undefined
}

/** What one socket has open. */
export interface Visitor {
  /** Replaces the records that are open; those that the actor may not read are left out. */
  open(actor: Actor, records: readonly OpenRecord[]): Promise<void>
  /** Leaves the records that the actor may no longer read. */
  recheck(): Promise<void>
  leave(): void
}

/** Tells those who have a record open who else does. */
export interface Rooms {
  visitor(listener: Listener): Visitor
  close(): void
}

export function openRooms(services: Services): Rooms {
  const { changes, config, database, log } = services
  const access = shareAccess(services)
  const rooms = new Map<string, Room>()
  const members = createMembers(schedule)
  const instances = openInstances(log, config.REDIS_URL, { onMember: members.set })
  const unsubscribe = changes.subscribe({ onChange, onGap: () => {} })

  function schedule(key: string) {
    const room = rooms.get(key)
    if (!room || room.timer) return
    room.timer = setTimeout(
      () => {
        room.timer = undefined
        broadcast(key, room).catch(error => log.warn({ err: error }, 'cannot tell who has a record open'))
      },
      collectMs + room.viewers.size * collectMsPerViewer,
    )
  }

  /** Sends the state of a room to its viewers, serialized once for those who are shown the same. */
  async function broadcast(key: string, { resource, id, viewers, changed }: Room) {
    const activities = members.in(key)
    const known = [...activities.map(({ person }) => person), ...(changed?.author ? [changed.author] : [])]
    const people = [...new Map(known.map(person => [person.id, person])).values()]
    const alike = Map.groupBy(viewers.entries(), ([, { actor }]) => viewKey(actor))
    await Promise.all(
      [...alike.values()].map(async group => {
        const { actor } = (group[0] as (typeof group)[number])[1]
        const names = await nameable(database.db, actor, people)
        const message = encodeMessage('record', {
          resource,
          id,
          ...peopleFor(activities, names, isStaff(actor)),
          changed: changed && { log_id: changed.logId, by: authorFor(changed.author, actor, names) },
        } satisfies RecordPresence)
        // Not to those who have left meanwhile.
        for (const [socket, { listener }] of group) if (viewers.has(socket)) listener.send(key, message)
      }),
    )
  }

  function authorFor(author: Person | null, viewer: Actor, names: ReadonlySet<string>) {
    if (!author) return null
    if (isStaff(author) && !isStaff(viewer)) return { id: null, name: null }
    return names.has(author.id) ? { id: author.id, name: author.name } : null
  }

  function onChange({ resource, id, logId, actorId }: Change) {
    if (resource === 'assignments') recheckCarers()
    const key = id === null ? '' : roomKey({ resource: resourceName(resource), id })
    const room = rooms.get(key)
    if (!room) return
    access.forget()
    const author = members.in(key).find(({ person }) => person.id === actorId)?.person
    room.changed = { logId, author: author ?? null }
    schedule(key)
    for (const { recheck } of room.viewers.values()) recheck()
  }

  /** What carers may read follows from their assignments. */
  function recheckCarers() {
    access.forget()
    for (const { viewers } of rooms.values())
      for (const { actor, recheck } of viewers.values()) if (!isStaff(actor)) recheck()
  }

  function enter(key: string, { resource, id }: OpenRecord, socket: string, viewer: Viewer) {
    const room = rooms.get(key) ?? { resource, id, viewers: new Map(), changed: null, timer: undefined }
    rooms.set(key, room)
    room.viewers.set(socket, viewer)
    schedule(key)
  }

  function exit(key: string, socket: string) {
    const room = rooms.get(key)
    if (!room?.viewers.delete(socket) || room.viewers.size > 0) return
    clearTimeout(room.timer)
    rooms.delete(key)
  }

  return {
    visitor(listener) {
      const socket = randomUUID()
      let actor: Actor | null = null
      let opened = new Map<string, OpenRecord>()

      /** Tells all instances what the socket has open. */
      function share() {
        if (!actor) return
        const { id, name, role, organizationId } = actor
        const person = { id, name, role, organizationId }
        const member = { key: socket, person, records: [...opened.values()] }
        members.set(socket, member)
        instances.set(member)
      }

      async function recheck() {
        const checked = [...opened].map(async ([key, { resource, id }]) => {
          // If the database does not answer, nothing is known to have changed.
          const may = actor && (await access.canRead(actor, resource, id).catch(() => true))
          if (may || !opened.delete(key)) return false
          exit(key, socket)
          const nothing: RecordPresence = { resource, id, people: [], total: 0, changed: null }
          listener.send(key, encodeMessage('record', nothing))
          return true
        })
        if ((await Promise.all(checked)).some(Boolean)) share()
      }

      return {
        async open(viewer, records) {
          actor = viewer
          const wanted = new Map(records.map(record => [roomKey(record), record]))
          const allowed = new Set<string>()
          await Promise.all(
            [...wanted].map(async ([key, { resource, id }]) => {
              if (!opened.has(key) && (await access.canRead(viewer, resource, id))) allowed.add(key)
            }),
          )
          const before = opened
          opened = new Map([...wanted].filter(([key]) => before.has(key) || allowed.has(key)))
          for (const key of before.keys()) if (!opened.has(key)) exit(key, socket)
          share()
          for (const [key, record] of opened)
            if (!before.has(key))
              enter(key, record, socket, { actor: viewer, listener, recheck: () => void recheck() })
        },
        recheck,
        leave() {
          for (const key of opened.keys()) exit(key, socket)
          opened = new Map()
          share()
          actor = null
        },
      }
    },
    close() {
      unsubscribe()
      instances.close()
      for (const { timer } of rooms.values()) clearTimeout(timer)
      rooms.clear()
    },
  }
}
