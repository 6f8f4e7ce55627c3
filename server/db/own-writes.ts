import { openRedis } from '../kit/redis.ts'

/** Milliseconds that a change waits for Redis, at most. */
const redisTimeoutMs = 200

/** Who has changed something within a time, on any instance. */
export interface OwnWrites {
  /** To be awaited after the commit and before the caller is answered. */
  note(callerId: string): Promise<void>
  /** Also true while Redis cannot say. */
  hasRecent(callerId: string): Promise<boolean>
  close(): void
}

const keyOf = (callerId: string) => `voicedeck:wrote:${callerId}`

/** @param windowMs how long a write counts as recent */
export function openOwnWrites(windowMs: number, redisUrl: string | undefined): OwnWrites {
  const ownUntil = new Map<string, number>()
  /** Redis may have lost what it knew when it was away. */
  let redisKnowsFrom = Number.POSITIVE_INFINITY
  const redis = redisUrl
    ? openRedis(redisUrl, {
        maxRetriesPerRequest: 0,
        enableOfflineQueue: false,
        commandTimeout: redisTimeoutMs,
      })
    : null
  redis?.on('ready', () => (redisKnowsFrom = performance.now() + windowMs))
  redis?.on('close', () => (redisKnowsFrom = Number.POSITIVE_INFINITY))
  redis?.on('error', () => {
    // Reported by the relay of changes.
  })
  const pruning = setInterval(() => {
    const now = performance.now()
    for (const [callerId, until] of ownUntil) if (until < now) ownUntil.delete(callerId)
  }, windowMs)
  pruning.unref()

  return {
    async note(callerId) {
      ownUntil.set(callerId, performance.now() + windowMs)
      await redis?.set(keyOf(callerId), '', 'PX', windowMs).catch(() => {})
    },
    async hasRecent(callerId) {
      if ((ownUntil.get(callerId) ?? 0) > performance.now()) return true
      if (!redis) return false
      if (performance.now() < redisKnowsFrom) return true
      return redis.exists(keyOf(callerId)).then(Boolean, () => true)
    },
    close() {
      clearInterval(pruning)
      redis?.disconnect()
    },
  }
}
