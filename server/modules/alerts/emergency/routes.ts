import type { z } from 'zod'
import type { Place } from '#contract/alerts/alerts.ts'
import { emergency, type LocationReply } from '#contract/alerts/emergency.ts'
import { mapUrl } from '#contract/kit/urls.ts'
import { publicUrl } from '#server/config.ts'
import type { UserCall } from '#server/kit/call.ts'
import { findAccessiblePerson, resolveTargetPerson } from '#server/kit/person.ts'
import { serve } from '#server/kit/serve.ts'
import { matchLanguage, translator } from '#server/kit/texts.ts'
import { executeCommand } from '../commands.ts'
import { distanceMeters, recordLocation } from '../geofence.ts'
import { alertTable, findRaisedAlert, getAlertRecord, listRecentAlerts } from '../queries.ts'
import { enqueueDelivery } from '../queue.ts'
import { raiseAlert } from '../raise.ts'
import { rehearseLadder } from '../simulation.ts'
import { findAccessibleContact, getAlertLocations } from './queries.ts'

type Call = UserCall & { query: { user_id?: string | undefined } }

/** Event key from the caller's `Idempotency-Key`, so that a repeated request raises one alert. */
function eventKey({ request, actor }: Call): string | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? `${actor.id}:${key.slice(0, 200)}` : undefined
}

async function updateLocation(
  call: Call & { params: { id: string }; body: Place },
): Promise<z.output<typeof LocationReply>> {
  const { id, person_id, organization_id } = await alertTable.find(call, call.params.id)
  await recordLocation(call, { id: person_id, organization_id }, call.body)
  const { latitude, longitude, ...known } = await getAlertLocations(call.db, id)
  const [at, from] = [
    { latitude: known.last_latitude, longitude: known.last_longitude },
    { latitude, longitude },
  ]
  const isKnown = (point: typeof at): point is { latitude: number; longitude: number } =>
    point.latitude !== null && point.longitude !== null
  const distanceFromAlert = (point: typeof at) =>
    isKnown(point) && isKnown(from) ? Math.round(distanceMeters(from, point)) : null
  const details = { ...call.body, distance_m: distanceFromAlert(call.body) }
  await executeCommand(call, id, { act: 'locate', by: call.actor.id, details })
  return {
    alert_id: id,
    ...at,
    accuracy_m: known.last_accuracy_m,
    address: known.last_address,
    located_at: known.last_located_at,
    distance_m: distanceFromAlert(at),
    map_url: isKnown(at) ? mapUrl(at.latitude, at.longitude) : null,
  }
}

export default serve(emergency)({
  trigger: async call => {
    const { id: person_id, organization_id } = await resolveTargetPerson(call)
    const { emergency_type, location_data, voice_message, test } = call.body
    const { id } = await raiseAlert(call, {
      organization_id,
      person_id,
      type: emergency_type,
      source: call.grant.reach === 'self' || call.grant.reach === 'assigned' ? 'mobile' : 'operator',
      severity: 'critical',
      event_key: eventKey(call),
      actor_id: call.actor.id,
      test,
      voice_message,
      location: location_data,
    })
    return findRaisedAlert(call, id)
  },

  status: call => getAlertRecord(call, call.params.id),

  location: updateLocation,
  updateLocation,

  quickCall: async call => {
    const { contact_id, urgent, alert_id } = call.body
    const contact = await findAccessibleContact(call, contact_id)
    const alert = alert_id ? await alertTable.find(call, alert_id) : null
    const { voice } = call.services.channels
    const language = matchLanguage(contact.locale)
    const t = translator(language, 'messages')
    const urgency = urgent ? 'urgent' : 'usual'
    const delivery_id = await enqueueDelivery(call.db, {
      organization_id: contact.organization_id,
      alert_id: alert?.id ?? null,
      channel: 'voice',
      recipient_kind: 'contact',
      recipient_id: contact.id,
      recipient: contact.name,
      address: contact.phone,
      message: {
        title: t(`call.title.${urgency}`),
        text: t(`call.text.${urgency}`, { caller: call.actor.name, person: contact.person_name }),
        url: `${publicUrl(call.services.config)}/emergency`,
        language,
      },
    })
    call.audit({
      action: 'quick_call',
      resourceType: 'contacts',
      resourceId: contact.id,
      organizationId: contact.organization_id,
      details: { delivery: delivery_id, urgent, ...(alert && { alert: alert.id }) },
    })
    return {
      delivery_id,
      contact_id: contact.id,
      contact: contact.name,
      phone: contact.phone,
      state: voice.configured ? ('queued' as const) : ('not_configured' as const),
    }
  },

  testEscalation: async call => rehearseLadder(call, await resolveTargetPerson(call), call.body),

  history: async call => {
    const { days, alert_types, limit, user_id } = call.query
    const person = user_id ? (await findAccessiblePerson(call, user_id)).id : null
    const types = alert_types?.split(',').filter(Boolean) ?? []
    const { alerts, total } = await listRecentAlerts(call, { days, types, person, limit })
    return {
      alerts: alerts.map(({ id, type, status, raised_at, contacts_notified, address, test }) => ({
        id,
        type,
        status,
        timestamp: raised_at,
        contacts_notified,
        location: address,
        test,
      })),
      total,
    }
  },
})
