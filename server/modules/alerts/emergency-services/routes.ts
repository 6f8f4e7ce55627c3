import type { FastifyInstance } from 'fastify'
import { emergencyServices, readiness } from '#contract/alerts/emergency-services.ts'
import { Channel } from '#contract/alerts/timeline.ts'
import type { Channels } from '#server/adapters/channels/index.ts'
import { findAccessiblePerson } from '#server/kit/person.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { countOpenAlerts } from '../queries.ts'
import { checkAlarmProcessing } from '../watchdog.ts'
import {
  addGeofence,
  getLocationStatus,
  listAccessibleServices,
  listGeofences,
  removeGeofence,
  serviceTable,
} from './queries.ts'

const describeChannels = (channels: Channels) =>
  Channel.options.map(channel => ({
    channel,
    configured: channels[channel].configured,
    by: channels[channel].name,
  }))

const serviceRoutes = serve(emergencyServices)({
  list: serviceTable.list,
  create: call => serviceTable.insert(call, { organization_id: call.actor.organizationId, ...call.body }),
  show: serviceTable.show,
  update: call => serviceTable.update(call, call.params.id, call.body),
  remove: call => serviceTable.remove(call, call.params.id),
})

const readinessRoutes = serve(readiness)({
  status: async call => {
    const { user_id } = call.query
    const person = user_id ? (await findAccessiblePerson(call, user_id)).id : null
    const { total, uncleared_alert_id } = await countOpenAlerts(call, person)
    return {
      status: uncleared_alert_id ? 'active' : 'ready',
      ...(await checkAlarmProcessing(call.db)),
      open_alerts: total,
      uncleared_alert_id,
      channels: describeChannels(call.services.channels),
      heartbeat_configured: call.services.config.HEARTBEAT_URL !== undefined,
      as_of: new Date().toISOString(),
    }
  },

  test: async call => {
    const { channels } = call.services
    const services = await listAccessibleServices(call, call.body?.service_id)
    const isCallable = channels.voice.configured
    call.audit({
      action: 'test',
      resourceType: 'emergency_services',
      resourceId: call.body?.service_id ?? null,
    })
    return {
      tested_at: new Date().toISOString(),
      test: true as const,
      passed: (await checkAlarmProcessing(call.db)).alarms_processed && services.every(() => isCallable),
      channels: describeChannels(channels),
      services: services.map(({ id, name }) => ({ id, name, callable: isCallable })),
    }
  },

  locationStatus: async call => {
    const { user_id } = call.query
    // Any role: staff can call for help too.
    const person = user_id ? (await findAccessiblePerson(call, user_id)).id : null
    const { people, people_located, location } = await getLocationStatus(call, person)
    return {
      gps_available: people_located > 0,
      people,
      people_located,
      location,
      as_of: new Date().toISOString(),
    }
  },

  geofences: async call => {
    const { id } = await findAccessiblePerson(call, call.query.user_id, ['elderly_user'])
    return { geofences: await listGeofences(call, id) }
  },

  addGeofence: async call => {
    const person = await findAccessiblePerson(call, call.body.user_id, ['elderly_user'])
    const fence = await addGeofence(call, person, call.body)
    call.audit({
      action: 'create',
      resourceType: 'geofences',
      resourceId: fence.id,
      organizationId: person.organization_id,
      details: { person: person.id, radius_m: fence.radius_m, alerts_on: fence.alerts_on },
    })
    return fence
  },

  removeGeofence: async call => {
    const { organization_id, person_id } = await removeGeofence(call, call.params.id)
    call.audit({
      action: 'delete',
      resourceType: 'geofences',
      resourceId: call.params.id,
      organizationId: organization_id,
      details: { person: person_id },
    })
  },
})

/** Emergency services, geofences and emergency readiness. */
export default async (app: FastifyInstance, options: { services: Services }) => {
  await serviceRoutes(app, options)
  await readinessRoutes(app, options)
}
