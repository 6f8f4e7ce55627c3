// @module-tag clock

import { expect, test } from 'vitest'
import { toDeviceHealth } from '#server/modules/devices/health.ts'

const device = {
  id: '0198a000-0000-7000-8000-000000000000',
  name: 'Pendant',
  serial: 'P-1',
  kind: 'pendant',
  status: 'online',
  battery: 80,
  battery_at: '2026-05-01T00:00:00.000Z',
  firmware: null,
  organization_id: '0198a000-0000-7000-8000-000000000001',
  person_id: null,
  report_interval_seconds: 3600,
  last_seen_at: '2026-05-01T00:00:00.000Z',
  version: 1,
  created_at: '2026-04-01T00:00:00.000Z',
  updated_at: '2026-05-01T00:00:00.000Z',
} as const

test.for([
  { at: '2026-05-01T01:30:00.000Z', state: 'ok', since: '2026-05-01T00:00:00.000Z', reasons: [] },
  {
    at: '2026-05-01T01:30:00.001Z',
    state: 'late',
    since: '2026-05-01T01:30:00.000Z',
    reasons: ['report_late'],
  },
  {
    at: '2026-05-01T03:00:00.000Z',
    state: 'late',
    since: '2026-05-01T01:30:00.000Z',
    reasons: ['report_late'],
  },
  { at: '2026-05-01T03:00:00.001Z', state: 'silent', since: '2026-05-01T03:00:00.000Z', reasons: ['silent'] },
])('an hourly device last seen at midnight is $state at $at', ({ at, ...expected }) => {
  const health = toDeviceHealth(device, new Date(at))
  expect(health).toMatchObject({ ...expected, next_report_due_at: '2026-05-01T01:00:00.000Z', as_of: at })
})

test('a device that never reported is unknown since its registration', () => {
  const health = toDeviceHealth({ ...device, status: 'registered', last_seen_at: null }, new Date())
  expect(health).toMatchObject({
    state: 'unknown',
    since: device.created_at,
    next_report_due_at: null,
    reasons: ['never_reported'],
  })
})

test.for([
  { battery: 20, reasons: [] },
  { battery: 19, reasons: ['battery_low'] },
  { battery: 5, reasons: ['battery_low'] },
  { battery: 4, reasons: ['battery_critical'] },
  { battery: null, reasons: [] },
] as const)('a battery at $battery percent gives the reasons $reasons', ({ battery, reasons }) => {
  expect(toDeviceHealth({ ...device, battery }, new Date(device.last_seen_at)).reasons).toEqual(reasons)
})

test.for(['faulty', 'retired'] as const)('the status %s is a reason of its own', status => {
  expect(toDeviceHealth({ ...device, status }, new Date(device.last_seen_at)).reasons).toEqual([status])
})

test.for([
  { after: 'an hour', at: '2026-05-01T01:00:00.000Z', status: 'online', charge: 'ok', age_seconds: 3_600 },
  {
    after: 'three hours',
    at: '2026-05-01T03:00:00.000Z',
    status: 'online',
    charge: 'ok',
    age_seconds: 10_800,
  },
  {
    after: 'more than three hours',
    at: '2026-05-01T03:00:01.000Z',
    status: 'unknown',
    charge: 'unknown',
    age_seconds: 10_801,
  },
])('a good state is, $after later, $status and $charge', ({ at, status, charge, age_seconds }) => {
  expect(toDeviceHealth(device, new Date(at))).toMatchObject({ status, charge, age_seconds })
})

test('a bad state remains until a better one is reported', () => {
  const bad = { ...device, status: 'faulty', battery: 4 } as const
  expect(toDeviceHealth(bad, new Date('2026-06-01T00:00:00Z'))).toMatchObject({
    status: 'faulty',
    charge: 'critical',
  })
})
