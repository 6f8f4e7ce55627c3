import type { Redis } from 'ioredis'

/** Number of calls by one caller in the current window. */
export interface Count {
  /** The limiter key: `<pace>:<caller>`. */
  key: string
  current: number
  /** Milliseconds until the window ends. */
  ttl: number
}

type Done = (error: Error | null, count: { current: number; ttl: number }) => void

/** The store interface of `@fastify/rate-limit`. */
interface Store {
  incr(key: string, done: Done, timeWindow: number): void
  child(): Store
}

/** Maximum number of tracked callers; beyond it, the oldest window is evicted. */
const maxCallers = 20_000
export const namespace = 'voicedeck:rate:'

/** In-process counters with windows that start at a caller's first call. */
export function createLocalCounters(maxEntries = maxCallers) {
  const counted = new Map<string, { current: number; until: number }>()

  function incr(key: string, done: Done, timeWindow: number) {
    const now = Date.now()
    const known = counted.get(key)
    if (known && known.until > now) known.current += 1
    else {
      counted.delete(key)
      if (counted.size >= maxEntries) counted.delete(counted.keys().next().value as string)
      counted.set(key, { current: 1, until: now + timeWindow })
    }
    const { current, until } = counted.get(key) as { current: number; until: number }
    done(null, { current, ttl: until - now })
  }

  class LocalStore implements Store {
    incr = incr
    child = () => this
  }

  return {
    Store: LocalStore,
    async read(): Promise<Count[]> {
      const now = Date.now()
      return [...counted]
        .filter(([, { until }]) => until > now)
        .map(([key, { current, until }]) => ({ key, current, ttl: until - now }))
    },
  }
}

/** Reads the shared counters of all instances from Redis. */
export async function readRedis(redis: Redis): Promise<Count[]> {
  const counts: Count[] = []
  const scan = redis.scanStream({ match: `${namespace}*`, count: 500 })
  for await (const keys of scan as AsyncIterable<string[]>) {
    const pipeline = redis.pipeline()
    for (const key of keys) pipeline.get(key).pttl(key)
    const values = ((await pipeline.exec()) ?? []).map(([, value]) => Number(value))
    for (const [at, key] of keys.entries()) {
      const [current = 0, ttl = 0] = values.slice(at * 2, at * 2 + 2)
      if (ttl > 0) counts.push({ key: key.slice(namespace.length), current, ttl })
    }
    if (counts.length >= maxCallers) break
  }
  return counts
}
