import type { FastifyInstance } from 'fastify'
import { alerts } from '#contract/alerts.ts'
import type { KnownCall } from '#server/kit/call.ts'
import { personInReach } from '#server/kit/person.ts'
import { invalid } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { act, helper, helperNamed } from './act.ts'
import { deviceInReach } from './device.ts'
import { alertTable, openAlerts, recordOf, serviceLevel } from './queries.ts'
import { raiseAlert } from './raise.ts'
import { watchLadders } from './watchdog.ts'
import { workOnLadders } from './work.ts'

/** Alerts of a queue that are shown at most; there are not more people to see to them. */
const longestQueue = 200

/** Whom an alert that comes from outside is about: a person, or whoever wears the device. */
async function aboutWhom(
  call: KnownCall,
  given: { user_id?: string | undefined; device_id?: string | undefined },
) {
  const device = given.device_id ? await deviceInReach(call, given.device_id) : null
  const whose = given.user_id ?? device?.person_id
  if (!whose) throw invalid('user_id', 'Specify the person with user_id, or a device assigned to someone')
  const person = await personInReach(call, whose, ['elderly_user'])
  return { person, device }
}

const handlers = serve(alerts)({
  list: alertTable.list,
  queue: async call => ({ alerts: await openAlerts(call, longestQueue), as_of: new Date().toISOString() }),

  serviceLevel: async call => {
    const levels = call.services.config.SERVICE_LEVELS.split(',').map(level => {
      const [within = 0, target = 0] = level.split(':').map(Number)
      return { within, target }
    })
    const measured = await serviceLevel(
      call,
      call.query.days,
      levels.map(({ within }) => within),
    )
    const [p50 = null, p90 = null, p975 = null, p99 = null] = measured.percentiles ?? []
    return {
      alerts: measured.alerts,
      never_acknowledged: measured.never_acknowledged,
      percentiles: { p50, p90, p975, p99 },
      targets: levels.map((level, index) => {
        const share = measured.alerts > 0 ? (measured.within[index] ?? 0) / measured.alerts : 1
        return { ...level, share, met: share >= level.target }
      }),
    }
  },

  show: call => alertTable.find(call, call.params.id),

  timeline: call => recordOf(call, call.params.id),

  ingest: async call => {
    const { event_id, type, severity, test, location_data, voice_message } = call.body
    const { person, device } = await aboutWhom(call, call.body)
    const { id } = await raiseAlert(call, {
      organization_id: person.organization_id,
      person_id: person.id,
      device_id: device?.id,
      event_key: event_id,
      actor_id: call.actor.role === 'api_key' ? null : call.actor.id,
      source: device || call.actor.role === 'api_key' ? 'device' : 'operator',
      type,
      severity,
      test,
      voice_message,
      place: location_data,
    })
    return alertTable.find(call, id)
  },

  ack: async call => {
    const { alert_id, carer_id } = call.query
    const by = carer_id ? await helperNamed(call, carer_id) : helper(call)
    return act(call, alert_id, { act: 'acknowledge', by })
  },

  acknowledge: call =>
    act(call, call.params.id, { act: 'acknowledge', by: helper(call), notes: call.body?.notes }),

  handOver: async call => {
    const by = helper(call)
    const to = await helperNamed(call, call.body.to)
    return act(call, call.params.id, { act: 'hand_over', by, to, reason: call.body.reason })
  },

  note: call => act(call, call.params.id, { act: 'note', by: call.actor.id, text: call.body.text }),
  resolve: call => act(call, call.params.id, { act: 'resolve', by: helper(call), ...call.body }),
  cancel: call => act(call, call.params.id, { act: 'cancel', by: call.actor.id, reason: call.body.reason }),
  clear: call => act(call, call.params.id, { act: 'clear', by: call.actor.id }),
})

/** The calls about alerts, and the work that lets no alarm go unheard. */
export default async (app: FastifyInstance, { services }: { services: Services }) => {
  workOnLadders(services)
  watchLadders(services)
  await handlers(app, { services })
}
