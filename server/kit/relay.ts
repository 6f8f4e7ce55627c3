import type { FastifyBaseLogger } from 'fastify'
import { openRedis } from './redis.ts'

/** Carries messages between the instances of an installation. */
export interface Relay {
  /** Notifies the other instances that are currently reachable. */
  publish(message: string): void
  close(): void
}

interface RelayOptions {
  url: string
  channel: string
  log: FastifyBaseLogger
  onMessage(message: string): void
  /** Called when the connection is restored after a loss: messages may have been missed. */
  onReconnect(): void
}

/** Milliseconds between two questions whether the connection of the subscriber, on which nothing else is sent, is whole. */
const pingMs = 2_000

/**
 * A relay by Redis' publish and subscribe. While Redis is away nothing is carried and nothing fails; that is logged
 * once at each loss.
 */
export function openRelay({ url, channel, log, onMessage, onReconnect }: RelayOptions): Relay {
  let away = false
  let closed = false
  function lose(error?: Error) {
    if (away || closed) return
    away = true
    log.warn({ err: error, channel }, 'Redis is unavailable: other instances are not notified')
  }

  const subscriber = openRedis(url, { maxRetriesPerRequest: null })
  const publisher = openRedis(url, { maxRetriesPerRequest: 1 })
  for (const connection of [subscriber, publisher]) connection.on('error', lose)
  subscriber.on('close', () => lose())
  subscriber.on('message', (_channel, message) => onMessage(message))
  subscriber.on('ready', () => {
    if (!away) return
    away = false
    log.info({ channel }, 'Redis is back')
    onReconnect()
  })
  // Rejected only by closing; after a loss ioredis subscribes again by itself.
  subscriber.subscribe(channel).catch(() => {})
  const pinging = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(lose)
  }, pingMs)
  pinging.unref()

  return {
    publish: message => void publisher.publish(channel, message).catch(lose),
    close() {
      closed = true
      clearInterval(pinging)
      subscriber.disconnect()
      publisher.disconnect()
    },
  }
}
