import { z } from 'zod'
import { AsOfQuery } from '../kit/as-of.ts'
import { endpoint } from '../kit/endpoint.ts'
import { callableContact, Id, Instant, Name, PersonKey, Phone, personal, reference } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { Channel } from './timeline.ts'

const { name, phone } = callableContact('Service name and phone number are required')

/** An emergency service: ambulance, police or fire brigade. */
export const EmergencyService = z.object({
  id: Id,
  type: z.enum(['medical', 'police', 'fire']),
  name,
  phone: personal(Phone),
  address: personal(z.string().trim().max(300)),
  available_24_7: z.boolean(),
  notes: z.string().trim().max(2_000).nullable().meta({ multiline: true }),
  organization_id: reference('organizations'),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})

const body = z.strictObject({
  name,
  phone,
  type: EmergencyService.shape.type.default('medical'),
  address: EmergencyService.shape.address.optional(),
  available_24_7: z.boolean().default(true),
  notes: EmergencyService.shape.notes.optional(),
  organization_id: EmergencyService.shape.organization_id.optional(),
})

/** Whether a channel is configured, and with which provider. */
const ChannelState = z.object({ channel: Channel, configured: z.boolean(), by: z.string() })

export const Geofence = z.object({
  id: Id,
  person_id: reference('elderly'),
  name: Name,
  latitude: personal(z.number()),
  longitude: personal(z.number()),
  radius_m: z.int(),
  alerts_on: z.enum(['leave', 'enter', 'both']),
  /** Null until the person's position is known. */
  inside: z.boolean().nullable(),
  changed_at: Instant.nullable(),
  created_at: Instant,
})

export const emergencyServices = {
  list: endpoint({
    method: 'GET',
    path: '/api/emergency-services',
    summary: 'List emergency services',
    access: may('alerts', 'list'),
    ...listing('services', EmergencyService, {
      filter: ['type', 'name', 'available_24_7', 'organization_id', 'created_at'],
      sort: ['name', 'type', 'created_at'],
      search: ['name', 'phone', 'address'],
      asOf: true,
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/emergency-services',
    summary: 'Add an emergency service',
    access: may('alerts', 'create'),
    body,
    status: 201,
    reply: EmergencyService,
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/emergency-services/{id}',
    summary: 'Show an emergency service',
    access: may('alerts', 'show'),
    query: AsOfQuery,
    reply: EmergencyService,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/emergency-services/{id}',
    summary: 'Change an emergency service',
    access: may('alerts', 'update'),
    body: body
      .omit({ organization_id: true })
      .extend({ type: EmergencyService.shape.type, available_24_7: z.boolean() })
      .partial(),
    reply: EmergencyService,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/emergency-services/{id}',
    summary: 'Remove an emergency service',
    access: may('alerts', 'delete'),
  }),
}

export const readiness = {
  status: endpoint({
    method: 'GET',
    path: '/api/emergency-services/status',
    summary:
      'Show whether alarms are processed, open alerts of one person or of all, and which channels are configured',
    access: may('alerts', 'list'),
    query: z.strictObject({ user_id: PersonKey.optional() }),
    reply: z.object({
      /** `active` while an accessible alert is neither closed nor cleared. */
      status: z.enum(['ready', 'active']),
      /** False when the delivery queue is more than 30 seconds late. */
      alarms_processed: z.boolean(),
      /** Queue lag in seconds; 0 when nothing is overdue. */
      lag_seconds: z.number(),
      open_alerts: z.int(),
      uncleared_alert_id: Id.nullable(),
      channels: z.array(ChannelState),
      heartbeat_configured: z.boolean(),
      as_of: Instant,
    }),
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/emergency-services/test',
    summary: 'Check that channels and emergency services could be called; notifies no one',
    access: may('alerts', 'trigger'),
    body: z.strictObject({ service_id: Id.optional() }).nullish(),
    reply: z.object({
      tested_at: Instant,
      test: z.literal(true),
      passed: z.boolean(),
      channels: z.array(ChannelState),
      services: z.array(z.object({ id: Id, name: z.string(), callable: z.boolean() })),
    }),
  }),
  locationStatus: endpoint({
    method: 'GET',
    path: '/api/emergency-services/location-status',
    summary: 'Show whether a person, or any accessible person, has a current position',
    access: may('alerts', 'list'),
    query: z.strictObject({ user_id: PersonKey.optional() }),
    reply: z.object({
      /** Whether a position of the last 15 minutes is known. */
      gps_available: z.boolean(),
      people: z.int(),
      people_located: z.int(),
      location: z
        .object({
          latitude: personal(z.number()),
          longitude: personal(z.number()),
          accuracy_m: z.number().nullable(),
          address: personal(z.string()),
          located_at: Instant,
          age_seconds: z.int(),
        })
        .nullable(),
      as_of: Instant,
    }),
  }),
  geofences: endpoint({
    method: 'GET',
    path: '/api/emergency-services/geofences',
    summary: 'List the geofences of a person',
    access: may('alerts', 'list'),
    query: z.strictObject({ user_id: PersonKey }),
    reply: z.object({ geofences: z.array(Geofence) }),
  }),
  addGeofence: endpoint({
    method: 'POST',
    path: '/api/emergency-services/geofence',
    summary:
      'Add a geofence that raises an alert when a person leaves or enters it, by default centred on them',
    access: may('alerts', 'create'),
    body: z.strictObject({
      user_id: z.union([PersonKey, z.int().positive().transform(String)]),
      name: Name.default('Home'),
      latitude: z.number().min(-90).max(90).optional(),
      longitude: z.number().min(-180).max(180).optional(),
      radius_m: z.int().min(50).max(50_000).default(200),
      alerts_on: Geofence.shape.alerts_on.default('leave'),
    }),
    status: 201,
    reply: Geofence,
  }),
  removeGeofence: endpoint({
    method: 'DELETE',
    path: '/api/emergency-services/geofences/{id}',
    summary: 'Remove a geofence',
    access: may('alerts', 'delete'),
  }),
}
