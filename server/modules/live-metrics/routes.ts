import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { liveMetricsPath } from '#contract/live-metrics.ts'
import { Problem } from '#server/kit/problem.ts'
import type { Tokens } from '#server/plugins/session.ts'
import type { Services } from '#server/services.ts'
import { type Connection, closing, serveSocket } from './connection.ts'
import { openHub } from './hub.ts'
import { topics } from './topics.ts'

/** Between two pings, in milliseconds; with each, the sessions are looked up anew. */
const heartbeatEvery = 15_000
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
  const connections = new Set<Connection>()

  async function identify(token: string) {
    const sessionId = await tokens.read(token)
    return sessionId ? app.actorOf(sessionId) : null
  }

  /** Lets go of the dead, and of those whose session is over; a database that is away says nothing about a session. */
  async function beat() {
    const sessions = new Map<string, Promise<boolean>>()
    const isOpen = (id: string) => {
      let open = sessions.get(id)
      if (!open) {
        open = app.actorOf(id).then(
          actor => actor !== null,
          () => true,
        )
        sessions.set(id, open)
      }
      return open
    }
    for (const connection of connections) {
      const actor = connection.actor()
      if (!connection.isAlive()) connection.close(closing.refused, 'No answer to a ping')
      else if (actor && !(await isOpen(actor.sessionId)))
        connection.close(closing.refused, 'The session is over')
    }
  }
  const heartbeats = setInterval(() => void beat(), heartbeatEvery)

  const allGone = () => Promise.all([...app.websocketServer.clients].map(socket => once(socket, 'close')))
  await app.register(websocket, {
    options: { maxPayload: maxMessage },
    preClose: async () => {
      clearInterval(heartbeats)
      hub.close()
      for (const connection of connections) connection.close(closing.restarting, 'The server restarts')
      await Promise.race([allGone(), setTimeout(patience)])
      for (const socket of app.websocketServer.clients) socket.terminate()
      app.websocketServer.close()
    },
  })
  const admit = async ({ headers }: FastifyRequest) => {
    if (!isOwnOrigin(headers, config.PUBLIC_URL))
      throw new Problem(403, 'Pages of other sites may not connect')
  }
  app.get(liveMetricsPath, { websocket: true, logLevel: 'warn', onRequest: admit }, socket => {
    const connection = serveSocket(socket, hub, identify)
    connections.add(connection)
    socket.once('close', () => connections.delete(connection))
  })
}
