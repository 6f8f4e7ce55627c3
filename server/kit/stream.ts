import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Events, Stream } from '#contract/kit/endpoint.ts'
import type { Services } from '../services.ts'
import { findActiveKeys } from './api-key.ts'
import { batchLoader } from './batch-loader.ts'
import type { Call } from './call.ts'
import { redactPii } from './personal.ts'
import { ownRowsGrant, routeOptions } from './route.ts'
import { type EventStream, eventStreamHeaders, openEventStream } from './sse.ts'

type SentBy<E> = E extends Stream<string, z.ZodType, Stream['access'], infer Sent> ? Sent : never

/** The open stream as passed to its handler. */
export interface StreamWriter<Sent extends Events = Events> {
  /** Sends an event of its schema; personal fields are redacted according to the caller's grant. */
  send<Name extends keyof Sent & string>(event: Name, data: z.input<Sent[Name]>, id?: string): void
  /** Ends the stream and makes the reader start over, because events may have been missed. */
  reset(): void
  /** Resolves when the reader has consumed everything or disconnected. */
  drained(): Promise<void>
}

type StreamCall<E extends Stream> = Omit<Call<E>, 'body' | 'ifMatch' | 'record'>

/** Starts sending. @returns a function that is called once when the stream ends */
export type StreamHandler<E extends Stream = Stream> = (
  call: StreamCall<E>,
  outlet: StreamWriter<SentBy<E>>,
) => (() => void) | Promise<() => void>

interface Renderers {
  whole(data: object): string
  /** Serialized without personal fields. */
  hidden(data: object): string
}

/** Serializes events, once for all readers of the same object. */
function renderer(show: (data: unknown) => unknown) {
  const known = new WeakMap<object, string>()
  return (data: object): string => {
    const text = known.get(data) ?? JSON.stringify(show(data))
    known.set(data, text)
    return text
  }
}

/** Registers the route of a stream. It ends when the reader disconnects, the session ends or the server stops. */
export function registerStream(
  app: FastifyInstance,
  services: Services,
  endpoint: Stream,
  handler: StreamHandler,
): void {
  const feeds = new Set<EventStream>()
  const isActiveKey = batchLoader(ids => findActiveKeys(services.database.db, ids))
  const renderers = new Map<string, Renderers>(
    Object.entries(endpoint.events).map(([name, schema]) => {
      const hide = redactPii(schema)
      const [whole, hidden] = [renderer(schema.parse), renderer(data => hide(schema.parse(data)))]
      return [name, { whole, hidden }]
    }),
  )
  app.addHook('preClose', async () => {
    await Promise.all([...feeds].map(feed => feed.end()))
  })

  async function openStream(request: FastifyRequest, reply: FastifyReply) {
    const { program } = request
    const person = request.actor
    const actor = person ?? (endpoint.access === 'public' ? null : program)
    const granted = request.grant ?? ownRowsGrant
    const feed = openEventStream(reply.raw, async () => {
      if (person) return (await app.actorOf(person.sessionId)) !== null
      return !program || (await isActiveKey(program.id)) === true
    })
    feeds.add(feed)
    feed.onClose(() => feeds.delete(feed))

    const call = {
      params: request.params,
      query: request.query,
      actor,
      grant: granted,
      db: services.database.db,
      services,
      request,
      reply,
    } as unknown as StreamCall<Stream>
    try {
      const stop = await handler(call, {
        send(event, data, id) {
          const { whole, hidden } = renderers.get(event) as Renderers
          feed.send(event, granted.personal ? whole(data as object) : hidden(data as object), id)
        },
        reset: feed.reset,
        drained: feed.drained,
      })
      feed.onClose(stop)
    } catch (error) {
      feed.body.destroy()
      throw error
    }
    return reply.headers(eventStreamHeaders).send(feed.body)
  }

  app.route({ ...routeOptions(endpoint), handler: openStream, compress: false })
}
