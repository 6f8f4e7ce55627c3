import type { FastifyInstance } from 'fastify'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { outsideTransaction } from '#server/kit/handlers.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { openIntake } from './intake.ts'
import { deleteExpiredKeys, deviceEventTable } from './queries.ts'
import { followEvents, openTail } from './stream.ts'

/** The client's position in the stream: from `Last-Event-ID`, else from the query. */
function resumePosition(query: string | undefined, header: string | string[] | undefined): number | null {
  const position = typeof header === 'string' && /^\d{1,15}$/.test(header) ? header : query
  return position === undefined ? null : Number(position)
}

export default async (app: FastifyInstance, { services }: { services: Services }) => {
  const { database, jobs, log } = services
  const tail = openTail(database.db, log)
  const intake = openIntake(services, tail.poll)
  jobs.schedule(
    'forget-device-event-keys',
    '23 3 * * *',
    async () => void (await deleteExpiredKeys(database.db)),
  )
  app.addHook('onClose', async () => tail.close())

  const routes = serve(deviceEvents)({
    list: deviceEventTable.list,
    // Device events are a log themselves and need no activity log; many share one transaction.
    ingest: outsideTransaction(call => intake.submit(call, call.body)),
    stream: async ({ db, actor, grant, query, request }, { send, drained, reset }) => {
      const after = resumePosition(query.last_event_id, request.headers['last-event-id'])
      const { at, start, stop } = await followEvents(db, tail, { actor, grant }, after, {
        send: (event, position) => send('message', event, String(position)),
        drained,
        reset,
      })
      send('ready', { resumed: after !== null }, String(at))
      start()
      return stop
    },
  })
  await app.register(routes, { services })
}
