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

/** What a handler does with its open stream. */
export interface StreamWriter<Sent extends Events = Events> {
  /** Sends an event, in the shape of its schema; personal fields are hidden as the caller's grant says. */
  send<Name extends keyof Sent & string>(event: Name, data: z.input<Sent[Name]>, id?: string): void
  /** Ends the stream and has the reader start over: events may have been missed. */
  reset(): void
  /** Resolves when the reader has taken what was sent so far, or is gone. */
  drained(): Promise<void>
}

type StreamCall<E extends Stream> = Omit<Call<E>, 'body' | 'ifMatch' | 'record'>

/** Starts sending. What it returns is called once, when the stream is over. */
export type StreamHandler<E extends Stream = Stream> = (
  call: StreamCall<E>,
  outlet: StreamWriter<SentBy<E>>,
) => (() => void) | Promise<() => void>

interface Renderers {
  whole(data: object): string
  /** Without what only those may see who may see personal fields. */
  hidden(data: object): string
}

/** Makes JSON of what is sent, once for all readers who are sent the same object. */
function renderer(show: (data: unknown) => unknown) {
  const known = new WeakMap<object, string>()
  return (data: object): string => {
    const text = known.get(data) ?? JSON.stringify(show(data))
    known.set(data, text)
    return text
  }
}

/** Mounts a stream. It ends when its reader leaves, its session does, or the server stops. */
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

  async function answer(request: FastifyRequest, reply: FastifyReply) {
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

  app.route({ ...routeOptions(endpoint), handler: answer, compress: false })
}
