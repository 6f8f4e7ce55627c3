import { z } from 'zod'
import { AsOfQuery } from '../kit/as-of.ts'
import { bulkEndpoints } from '../kit/bulk.ts'
import { endpoint } from '../kit/endpoint.ts'
import { type FieldMeta, Id, Instant, Name, reference, unique } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { ChargeState, DeviceState } from './device-health.ts'

export const DeviceStatus = z.enum(['registered', 'online', 'offline', 'faulty', 'retired'])
export const DeviceKind = z.enum(['pendant', 'hub', 'fall_sensor', 'wristband', 'phone', 'tablet'])

export const Device = z.object({
  id: Id,
  name: Name,
  serial: unique(z.string().trim().min(1).max(64)),
  kind: DeviceKind,
  status: DeviceStatus,
  battery: z.int().min(0).max(100).nullable().meta({ unit: 'percent' }),
  /** When the battery level was last reported. */
  battery_at: Instant.nullable(),
  firmware: z.string().max(40).nullable(),
  organization_id: reference('organizations'),
  person_id: reference('elderly').nullable(),
  report_interval_seconds: z.int().min(10).max(604_800).meta({ unit: 'seconds' }),
  last_seen_at: Instant.nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})

export const NewDevice = Device.pick({
  name: true,
  serial: true,
  kind: true,
  organization_id: true,
  person_id: true,
  report_interval_seconds: true,
}).partial({ person_id: true, report_interval_seconds: true })

/** Reasons for concern about a device. */
export const DeviceReason = z.enum([
  'never_reported',
  'report_late',
  'silent',
  'battery_low',
  'battery_critical',
  'faulty',
  'retired',
])

export const DeviceHealth = z.object({
  device_id: Id,
  state: DeviceState,
  /** Since when the state holds. */
  since: Instant,
  /** An `online` that was not confirmed in time is unknown. */
  status: z.enum([...DeviceStatus.options, 'unknown']),
  battery: Device.shape.battery,
  battery_at: Device.shape.battery_at,
  /** A good charge that was not confirmed in time is unknown. */
  charge: ChargeState,
  last_seen_at: Instant.nullable(),
  /** Seconds since its last report. */
  age_seconds: z.int().nullable(),
  report_interval_seconds: Device.shape.report_interval_seconds,
  /** When the next report is, or was, due. */
  next_report_due_at: Instant.nullable(),
  reasons: z.array(DeviceReason),
  as_of: Instant,
})

/** API key of a device. */
const DeviceKey = z.string().meta({ renewable: true } satisfies FieldMeta)

const oneDevice = {
  list: endpoint({
    method: 'GET',
    path: '/api/devices',
    summary: 'List devices',
    access: may('devices', 'list'),
    scope: 'devices:read',
    mayLag: 'export',
    ...listing('devices', Device, {
      filter: [
        'status',
        'kind',
        'name',
        'serial',
        'battery',
        'organization_id',
        'person_id',
        'last_seen_at',
        'created_at',
      ],
      sort: ['name', 'serial', 'kind', 'status', 'battery', 'last_seen_at', 'created_at'],
      search: ['name', 'serial'],
      asOf: true,
      also: { state: DeviceState },
      removed: true,
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/devices/{id}',
    summary: 'Show a device',
    access: may('devices', 'show'),
    scope: 'devices:read',
    query: AsOfQuery,
    reply: Device,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/devices/register',
    summary: 'Register a device; its key is shown only in this response',
    access: may('devices', 'create'),
    scope: 'devices:manage',
    body: NewDevice,
    status: 201,
    reply: Device.extend({ key: DeviceKey }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/devices/{id}',
    summary: 'Change a device',
    access: may('devices', 'update'),
    scope: 'devices:manage',
    body: NewDevice.partial(),
    reply: Device,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/devices/{id}',
    summary: 'Remove a device',
    access: may('devices', 'delete'),
    scope: 'devices:manage',
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/devices/{id}/restore',
    summary: 'Restore a removed device',
    access: may('devices', 'delete'),
    scope: 'devices:manage',
    reply: Device,
  }),
  renewKey: endpoint({
    method: 'POST',
    path: '/api/devices/{id}/key',
    summary: 'Renew a device’s key, shown only in this response; the previous key is revoked',
    access: may('devices', 'update'),
    reply: z.object({ key: DeviceKey }),
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/devices/{id}/health',
    summary: 'Show whether a device reports on time, and reasons for concern',
    access: may('devices', 'show'),
    scope: 'devices:read',
    reply: DeviceHealth,
  }),
  setStatus: endpoint({
    method: 'PUT',
    path: '/api/devices/{id}/status',
    summary: 'Set the status of a device',
    access: may('devices', 'update'),
    scope: 'devices:write',
    body: Device.pick({ status: true }),
    reply: Device,
  }),
}

export const devices = {
  ...oneDevice,
  ...bulkEndpoints(
    'devices',
    oneDevice,
    Device.pick({
      status: true,
      kind: true,
      organization_id: true,
      report_interval_seconds: true,
    }),
  ),
}
