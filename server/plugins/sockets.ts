import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Actor } from '../kit/call.ts'
import { Problem } from '../kit/problem.ts'
import {
  type Connection,
  closeCodes,
  type SocketMessage,
  type SocketService,
  serveSocket,
} from '../kit/socket.ts'
import type { Services } from '../services.ts'
import type { Tokens } from './session.ts'

/** Time for clients to close when the server stops. */
const shutdownTimeoutMs = 1_000
const maxMessageBytes = 16_384

/** A path at which clients open sockets. */
export interface SocketRoute<M extends SocketMessage = SocketMessage> {
  path: string
  /** Heartbeat interval; each heartbeat also re-checks the session. Sockets are spread over the seconds of the interval. */
  heartbeatSeconds: number
  open(services: Services): SocketService<M>
}

/** Accepts our own origin, and clients without one; browsers always send an origin. */
function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || (publicUrl !== undefined && origin === new URL(publicUrl).origin)
}

interface Options {
  services: Services
  tokens: Tokens
  routes: readonly SocketRoute[]
}

/** Serves WebSockets: authenticated by bearer token, with heartbeats, and closed when their session ends. */
export async function sockets(app: FastifyInstance, { services, tokens, routes }: Options): Promise<void> {
  const { config } = services
  const served = routes.map(({ path, heartbeatSeconds, open }) => ({
    path,
    service: open(services),
    seconds: Array.from({ length: heartbeatSeconds }, () => new Set<Connection>()),
  }))
  let second = 0

  async function identify(token: string) {
    const sessionId = await tokens.read(token)
    return sessionId ? app.actorOf(sessionId) : null
  }

  /** Whether the session still has the same role and organization. A database failure does not invalidate it. */
  async function isSessionValid({ sessionId, role, organizationId }: Actor) {
    const now = await app.actorOf(sessionId).catch(() => undefined)
    if (now === undefined) return true
    return now?.role === role && now.organizationId === organizationId && !now.isSecondFactorMissing
  }

  /** Closes dead sockets and those whose session ended. */
  function beat() {
    second += 1
    for (const connection of served.flatMap(({ seconds }) => [...(seconds[second % seconds.length] ?? [])])) {
      connection.beat()
      const actor = connection.actor()
      if (actor)
        void isSessionValid(actor).then(
          still => still || connection.close(closeCodes.refused, 'The session is over'),
        )
    }
  }
  const heartbeats = setInterval(beat, 1_000)

  const allGone = () => Promise.all([...app.websocketServer.clients].map(socket => once(socket, 'close')))
  await app.register(websocket, {
    options: { maxPayload: maxMessageBytes },
    preClose: async () => {
      clearInterval(heartbeats)
      for (const connection of served.flatMap(({ seconds }) => seconds.flatMap(share => [...share])))
        connection.close(closeCodes.restarting, 'The server restarts')
      await Promise.race([allGone(), setTimeout(shutdownTimeoutMs)])
      for (const socket of app.websocketServer.clients) socket.terminate()
      for (const { service } of served) service.close()
      app.websocketServer.close()
    },
  })
  /** Responses of upgrade requests, which are never sent. */
  const pendingResponses = new WeakMap<IncomingMessage, ServerResponse>()
  const authorizeHandshake = async ({ headers, raw }: FastifyRequest, reply: FastifyReply) => {
    if (!isOwnOrigin(headers, config.PUBLIC_URL))
      throw new Problem(403, 'Connections from other origins are not allowed')
    pendingResponses.set(raw, reply.raw)
  }

  /** Detaches request and response from an upgraded socket; they would otherwise stay in memory and triple its footprint. */
  function releaseHandshake(raw: IncomingMessage, socket: WebSocket) {
    pendingResponses.get(raw)?.detachSocket(raw.socket)
    socket.removeAllListeners('error')
  }

  for (const { path, service, seconds } of served) {
    let opened = 0
    app.route({
      method: 'GET',
      url: path,
      schema: { hide: true },
      logLevel: 'warn',
      onRequest: authorizeHandshake,
      handler() {
        throw new Problem(426, 'This endpoint only accepts WebSocket connections', {
          headers: { upgrade: 'websocket' },
        })
      },
      wsHandler(socket, { raw }) {
        releaseHandshake(raw, socket)
        const connection = serveSocket(socket, service, identify)
        const share = seconds[opened++ % seconds.length]
        share?.add(connection)
        socket.once('close', () => share?.delete(connection))
      },
    })
  }
}
