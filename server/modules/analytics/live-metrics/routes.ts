import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { liveMetricsPath } from '#contract/analytics/live-metrics.ts'
import type { Actor } from '#server/kit/call.ts'
import { Problem } from '#server/kit/problem.ts'
import type { Tokens } from '#server/plugins/session.ts'
import type { Services } from '#server/services.ts'
import { type Connection, closing, serveSocket } from './connection.ts'
import { openHub } from './hub.ts'
import { topics } from './topics.ts'

/** Seconds between two heartbeats of a socket; with each, its session is looked up anew. Each second has its share of them. */
const heartbeatEvery = 15
/** The longest that the clients are waited for when the server stops, in milliseconds. */
const patience = 1_000
/** The longest message that a client may send, in bytes. */
const maxMessage = 16_384

/** Whether a socket is opened by a page of ours, or by no page: a browser always says from where. */
function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || (publicUrl !== undefined && origin === new URL(publicUrl).origin)
}

export default async (app: FastifyInstance, { services, tokens }: { services: Services; tokens: Tokens }) => {
  const { config, log } = services
  const hub = openHub((topic, viewer) => topics[topic].read(services, viewer), log, config.REDIS_URL)
  const seconds = Array.from({ length: heartbeatEvery }, () => new Set<Connection>())
  let [second, opened] = [0, 0]

  async function identify(token: string) {
    const sessionId = await tokens.read(token)
    return sessionId ? app.actorOf(sessionId) : null
  }

  /** Whether somebody still is who they were when they signed in; a database that is away says nothing about that. */
  async function isStill({ sessionId, role, organizationId }: Actor) {
    const now = await app.actorOf(sessionId).catch(() => undefined)
    if (now === undefined) return true
    return now?.role === role && now.organizationId === organizationId && !now.isSecondFactorMissing
  }

  /** Lets go of the dead, and of those whose session is over. */
  function beat() {
    for (const connection of seconds[second++ % heartbeatEvery] ?? []) {
      connection.beat()
      const actor = connection.actor()
      if (actor)
        void isStill(actor).then(still => still || connection.close(closing.refused, 'The session is over'))
    }
  }
  const heartbeats = setInterval(beat, 1_000)

  const allGone = () => Promise.all([...app.websocketServer.clients].map(socket => once(socket, 'close')))
  await app.register(websocket, {
    options: { maxPayload: maxMessage },
    preClose: async () => {
      clearInterval(heartbeats)
      hub.close()
      for (const connection of seconds.flatMap(share => [...share]))
        connection.close(closing.restarting, 'The server restarts')
      await Promise.race([allGone(), setTimeout(patience)])
      for (const socket of app.websocketServer.clients) socket.terminate()
      app.websocketServer.close()
    },
  })
  /** The responses that handshakes do not need, by their requests. */
  const unanswered = new WeakMap<IncomingMessage, ServerResponse>()
  const admit = async ({ headers, raw }: FastifyRequest, reply: FastifyReply) => {
    if (!isOwnOrigin(headers, config.PUBLIC_URL))
      throw new Problem(403, 'Pages of other sites may not connect')
    unanswered.set(raw, reply.raw)
  }

  /** Lets go of what the handshake left on a socket: its request would be kept as long as that is open, twice its own weight. */
  function forget(raw: IncomingMessage, socket: WebSocket) {
    unanswered.get(raw)?.detachSocket(raw.socket)
    socket.removeAllListeners('error')
  }

  app.route({
    method: 'GET',
    url: liveMetricsPath,
    schema: { hide: true },
    logLevel: 'warn',
    onRequest: admit,
    handler() {
      throw new Problem(426, 'This address speaks WebSocket alone', { headers: { upgrade: 'websocket' } })
    },
    wsHandler(socket, { raw }) {
      forget(raw, socket)
      const connection = serveSocket(socket, hub, identify)
      const share = seconds[opened++ % heartbeatEvery]
      share?.add(connection)
      socket.once('close', () => share?.delete(connection))
    },
  })
}
