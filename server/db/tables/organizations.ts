import type { Generated } from 'kysely'
import type { Instant, Json } from './column.ts'

export interface Organizations {
  id: string
  name: string
  kind: 'service' | 'care_provider' | 'household'
  status: Generated<'active' | 'suspended' | 'closed'>
  region: string
  time_zone: Generated<string>
  locale: Generated<string>
  email: string | null
  phone: string | null
  address: string | null
  requires_second_factor: Generated<boolean>
  safety_lead_id: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  deleted_at: Instant | null
}

export interface Settings {
  person_id: string | null
  key: string
  value: Json<unknown>
  updated_at: Generated<Instant>
}

export interface SavedViews {
  id: string
  organization_id: string
  person_id: string
  resource: string
  name: string
  search: string
  shared: Generated<boolean>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
}
