import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { liveMetricsPath } from '#contract/live-metrics.ts'
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
  app.get(liveMetricsPath, { websocket: true, logLevel: 'warn' }, socket => {
    const connection = serveSocket(socket, hub, identify)
    connections.add(connection)
    socket.once('close', () => connections.delete(connection))
  })
}
