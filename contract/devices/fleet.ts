import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, reference, summable, UserId } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { ChargeState, DeviceState } from './device-health.ts'
import { DeviceStatus } from './devices.ts'

/** Why a person could not raise an alarm, most important first. */
export const CoverageReason = z.enum([
  'no_device',
  'silent',
  'never_reported',
  'faulty',
  'battery_empty',
  'no_contact',
])

/** An elderly user who could not raise an alarm now: no working device, or no contacts. */
export const CoverageGap = z.object({
  id: Id,
  person_id: reference('elderly'),
  user_id: UserId,
  name: z.string(),
  organization_id: reference('organizations'),
  reason: CoverageReason,
  reasons: z.array(CoverageReason),
  /** Devices that are not retired. */
  devices: summable(z.int()),
  contacts: summable(z.int()),
  /** Last report of any of their devices. */
  last_seen_at: Instant.nullable(),
})

const counts = <Name extends string>(of: z.ZodType<Name>) =>
  z.record(of as z.ZodEnum<Record<Name, Name>>, z.int())

export const fleet = {
  status: endpoint({
    method: 'GET',
    path: '/api/device/status',
    summary: 'Count devices by status, reporting state and battery',
    access: may('devices', 'list'),
    scope: 'devices:read',
    reply: z.object({
      total: z.int(),
      /** An `online` that was not confirmed in time counts as unknown. */
      by_status: counts(z.enum([...DeviceStatus.options, 'unknown'])),
      by_state: counts(DeviceState),
      by_charge: counts(ChargeState),
      last_event_at: Instant.nullable(),
      /** People who could not raise an alarm now. */
      uncovered_people: z.int(),
      as_of: Instant,
    }),
  }),
  coverage: endpoint({
    method: 'GET',
    path: '/api/device/coverage',
    summary: 'List people who could not raise an alarm now, and why',
    access: may('devices', 'list'),
    ...listing('people', CoverageGap, {
      filter: ['reason', 'person_id', 'organization_id', 'name', 'devices', 'contacts', 'last_seen_at'],
      sort: ['name', 'reason', 'devices', 'contacts', 'last_seen_at'],
      search: ['name'],
      isVolatile: true,
    }),
  }),
}
