import type { ColumnType, Generated } from 'kysely'
import type { Instant } from './column.ts'

export interface Devices {
  id: string
  organization_id: string
  person_id: string | null
  name: string
  serial: string
  kind: 'pendant' | 'hub' | 'fall_sensor' | 'wristband' | 'phone' | 'tablet'
  status: Generated<'registered' | 'online' | 'offline' | 'faulty' | 'retired'>
  battery: number | null
  battery_at: Instant | null
  firmware: string | null
  report_interval_seconds: Generated<number>
  last_seen_at: Instant | null
  status_at: Instant | null
  key_hash: Buffer | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  deleted_at: Instant | null
}

export interface DeviceEvents {
  organization_id: string
  id: string
  device_id: string
  person_id: string | null
  type: string
  battery: number | null
  payload: ColumnType<unknown, string | undefined, string>
  ts: Instant
  received_at: Generated<Instant>
  device_ts: Instant | null
  seq: Generated<number>
}

export interface DeviceEventKeys {
  organization_id: string
  device_id: string
  event_id: string
  id: string
  received_at: Generated<Instant>
}
