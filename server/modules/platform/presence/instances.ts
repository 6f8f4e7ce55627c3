import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { openRelay, type Relay } from '#server/kit/relay.ts'
import { Member } from './members.ts'

const beatIntervalMs = 2_000
/** An instance that is not heard of for this long is gone, and with it everyone connected to it. */
const leaseMs = 6_000
/** Minimum time between two requests for everything from one instance. */
const askIntervalMs = 500

const Message = z.discriminatedUnion('type', [
  /** What one client has open now; `seq` counts these messages of an instance. */
  z.object({ type: z.literal('set'), from: z.string(), seq: z.int(), member: Member }),
  z.object({ type: z.literal('beat'), from: z.string(), seq: z.int() }),
  /** Requests everything from an instance, because messages were missed. */
  z.object({ type: z.literal('ask'), from: z.string(), to: z.string() }),
  z.object({ type: z.literal('all'), from: z.string(), seq: z.int(), members: z.array(Member) }),
])
type Message = z.infer<typeof Message>

/** Another instance, as far as it is known here. */
interface Other {
  seq: number
  heardAt: number
  askedAt: number
  keys: Set<string>
}

interface Options {
  /** Called with what a client of another instance has open; null if it is gone. */
  onMember(key: string, member: Member | null): void
  now?: () => number
}

function parse(text: string): Message | null {
  try {
    return Message.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Shares the members of each instance with the others, and forgets those of an instance that is lost. */
export function createInstances(send: (message: string) => void, { onMember, now = Date.now }: Options) {
  const self = randomUUID()
  const own = new Map<string, Member>()
  const others = new Map<string, Other>()
  let seq = 0
  const publish = (message: Message) => send(JSON.stringify(message))

  function heard(from: string): Other {
    const known = others.get(from) ?? { seq: -1, heardAt: 0, askedAt: 0, keys: new Set() }
    known.heardAt = now()
    others.set(from, known)
    return known
  }

  /** Applies a member of another instance, whose own key cannot be confused with one of here. */
  function apply(from: string, other: Other, member: Member) {
    const key = `${from} ${member.key}`
    const isGone = member.records.length === 0
    if (isGone) other.keys.delete(key)
    else other.keys.add(key)
    onMember(key, isGone ? null : { ...member, key })
  }

  function forget(from: string, { keys }: Other) {
    others.delete(from)
    for (const key of keys) onMember(key, null)
  }

  return {
    set(member: Member) {
      if (member.records.length > 0) own.set(member.key, member)
      else if (!own.delete(member.key)) return
      seq += 1
      publish({ type: 'set', from: self, seq, member })
    },
    receive(text: string) {
      const message = parse(text)
      if (!message || message.from === self) return
      const { from } = message
      if (message.type === 'ask') {
        if (message.to === self) publish({ type: 'all', from: self, seq, members: [...own.values()] })
        return
      }
      const other = heard(from)
      if (message.type === 'all') {
        const kept = new Set(message.members.map(({ key }) => `${from} ${key}`))
        for (const key of [...other.keys]) {
          if (kept.has(key)) continue
          other.keys.delete(key)
          onMember(key, null)
        }
        for (const member of message.members) apply(from, other, member)
        other.seq = message.seq
        return
      }
      const expected = message.type === 'set' ? other.seq + 1 : other.seq
      if (message.seq === expected) other.seq = message.seq
      else if (now() - other.askedAt >= askIntervalMs) {
        other.askedAt = now()
        publish({ type: 'ask', from: self, to: from })
      }
      if (message.type === 'set') apply(from, other, message.member)
    },
    beat() {
      publish({ type: 'beat', from: self, seq })
      for (const [from, other] of others) if (now() - other.heardAt > leaseMs) forget(from, other)
    },
  }
}

/** {@link createInstances} over Redis; without Redis there are no others. */
export function openInstances(
  log: FastifyBaseLogger,
  redisUrl: string | undefined,
  options: Options,
): { set(member: Member): void; close(): void } {
  if (!redisUrl) return { set: () => {}, close: () => {} }
  const relay: Relay = openRelay({
    url: redisUrl,
    channel: 'voicedeck:presence',
    log,
    onMessage: message => instances.receive(message),
    // The next beats show what was missed.
    onReconnect: () => {},
  })
  const instances = createInstances(relay.publish, options)
  const beats = setInterval(instances.beat, beatIntervalMs)
  return {
    set: instances.set,
    close() {
      clearInterval(beats)
      relay.close()
    },
  }
}
