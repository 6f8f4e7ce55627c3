import type { FastifyInstance } from 'fastify'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { followEvents } from './follow.ts'
import { openIntake } from './intake.ts'
import { deviceEventTable, forgetKeys } from './queries.ts'
import { openTail } from './tail.ts'

/** Where a reader stands: what it says itself, or its browser on its own. */
function placeIn(query: string | undefined, header: string | string[] | undefined): number | null {
  const told = typeof header === 'string' && /^\d{1,15}$/.test(header) ? header : query
  return told === undefined ? null : Number(told)
}

export default async (app: FastifyInstance, { services }: { services: Services }) => {
  const { database, jobs, log } = services
  const tail = openTail(database.db, log)
  const intake = openIntake(services, tail.look)
  jobs.every('forget-device-event-keys', '23 3 * * *', async () => void (await forgetKeys(database.db)))
  app.addHook('onClose', async () => tail.close())

  const routes = serve(deviceEvents)({
    list: deviceEventTable.list,
    // Events are a log themselves, so none is written of them; many of them share one transaction.
    ingest: { slowly: call => intake.take(call, call.body) },
    stream: async ({ db, actor, grant, query, request }, { send, drained, reset }) => {
      const after = placeIn(query.last_event_id, request.headers['last-event-id'])
      const { at, start, stop } = await followEvents(db, tail, { actor, grant }, after, {
        send: (event, place) => send('message', event, String(place)),
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
