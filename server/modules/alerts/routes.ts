import type { FastifyInstance } from 'fastify'
import { alerts } from '#contract/alerts/alerts.ts'
import { contacts } from '#contract/alerts/contacts.ts'
import { ladders } from '#contract/alerts/ladders.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { findAccessiblePerson, resolveTargetPerson } from '#server/kit/person.ts'
import { invalidField } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { executeCommand, resolveResponder, responderId } from './commands.ts'
import { requireNotExcluded } from './exclude.ts'
import {
  alertTable,
  contactTable,
  findAccessibleDevice,
  findRaisedAlert,
  getAlertRecord,
  ladderTable,
  listOpenAlerts,
  measureServiceLevel,
} from './queries.ts'
import { raiseAlert } from './raise.ts'
import { simulateLadder, toFindings } from './simulation.ts'
import { startLadderWatchdog } from './watchdog.ts'
import { startLadderWorker } from './worker.ts'

export const contactRoutes = serve(contacts)({
  list: contactTable.list,
  show: contactTable.show,
  create: async call => {
    const personKey = call.query.user_id ?? call.body.person_id
    if (!personKey) throw invalidField('person_id', 'Specify whose contact this is')
    const { id, organization_id } = await findAccessiblePerson(call, personKey)
    return contactTable.insert(call, { ...call.body, person_id: id, organization_id })
  },
  update: call => contactTable.update(call, call.params.id, call.body),
  remove: call => contactTable.remove(call, call.params.id),
})

export const ladderRoutes = serve(ladders)({
  list: ladderTable.list,
  show: ladderTable.show,
  create: async call => {
    const { person_id, organization_id = call.actor.organizationId } = call.body
    const person = person_id ? await findAccessiblePerson(call, person_id, ['elderly_user']) : null
    return ladderTable.insert(call, {
      ...call.body,
      organization_id: person?.organization_id ?? organization_id,
    })
  },
  update: call => ladderTable.update(call, call.params.id, call.body),
  remove: call => ladderTable.remove(call, call.params.id),
  rehearse: async call => {
    const { id, organization_id } = await resolveTargetPerson(call)
    const { steps, ...options } = call.body
    return toFindings(await simulateLadder(call, { organization_id, person_id: id }, steps, options), {
      simulate_delays: true,
    })
  },
})

/** Maximum number of alerts in the queue view. */
const queueLimit = 200

/** Resolves the person an ingested alert is about: named directly, or the wearer of the device. */
async function resolveSubject(
  call: AuthenticatedCall,
  subject: { user_id?: string | undefined; device_id?: string | undefined },
) {
  const device = subject.device_id ? await findAccessibleDevice(call, subject.device_id) : null
  const personKey = subject.user_id ?? device?.person_id
  if (!personKey)
    throw invalidField('user_id', 'Specify the person with user_id, or a device assigned to someone')
  const person = await findAccessiblePerson(call, personKey, ['elderly_user'])
  return { person, device }
}

const handlers = serve(alerts)({
  list: alertTable.list,
  queue: async call => {
    const { user_id } = call.query
    const person = user_id ? (await findAccessiblePerson(call, user_id)).id : null
    return { alerts: await listOpenAlerts(call, queueLimit, person), as_of: new Date().toISOString() }
  },

  serviceLevel: async call => {
    const levels = call.services.config.SERVICE_LEVELS.split(',').map(level => {
      const [within = 0, target = 0] = level.split(':').map(Number)
      return { within, target }
    })
    const measured = await measureServiceLevel(
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

  timeline: call => getAlertRecord(call, call.params.id),

  ingest: async call => {
    const { event_id, type, severity, test, location_data, voice_message } = call.body
    const { person, device } = await resolveSubject(call, call.body)
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
      location: location_data,
    })
    return findRaisedAlert(call, id)
  },

  ack: async call => {
    const { alert_id, carer_id } = call.query
    const by = carer_id ? await resolveResponder(call, carer_id) : responderId(call)
    return executeCommand(call, alert_id, { act: 'acknowledge', by })
  },

  acknowledge: call =>
    executeCommand(call, call.params.id, {
      act: 'acknowledge',
      by: responderId(call),
      notes: call.body?.notes,
    }),

  handOver: async call => {
    const by = responderId(call)
    const to = await resolveResponder(call, call.body.to)
    await requireNotExcluded(call.db, await alertTable.find(call, call.params.id), to)
    return executeCommand(call, call.params.id, { act: 'hand_over', by, to, reason: call.body.reason })
  },

  note: call =>
    executeCommand(call, call.params.id, { act: 'note', by: call.actor.id, text: call.body.text }),
  resolve: call =>
    executeCommand(call, call.params.id, { act: 'resolve', by: responderId(call), ...call.body }),
  cancel: call =>
    executeCommand(call, call.params.id, { act: 'cancel', by: call.actor.id, reason: call.body.reason }),
  clear: call =>
    executeCommand(call, call.params.id, { act: 'clear', by: call.actor.id, reason: call.body?.reason }),
})

/** Alert endpoints, the ladder worker and its watchdog. */
export default async (app: FastifyInstance, { services }: { services: Services }) => {
  startLadderWorker(services)
  startLadderWatchdog(services)
  await handlers(app, { services })
}
