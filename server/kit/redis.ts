import { Redis, type RedisOptions } from 'ioredis'

/** Milliseconds that a connection, and the answer to a command, may take before the connection counts as broken. */
const [connectMs, silenceMs] = [2_000, 3_000]

/**
 * Opens a connection to Redis that notices within seconds if the network to it is cut without a word: TCP would take
 * minutes, and calls would wait.
 */
export const openRedis = (url: string, options: RedisOptions): Redis =>
  new Redis(url, { connectTimeout: connectMs, socketTimeout: silenceMs, ...options })
