import type { Generated } from 'kysely'
import type { Instant } from './column.ts'

export interface Notifications {
  id: string
  organization_id: string
  person_id: string
  kind: string
  title: string
  body: string
  deliver_at: Instant | null
  devices: number
  created_at: Generated<Instant>
  acknowledged_at: Instant | null
}

export interface NotificationTemplates {
  id: string
  organization_id: string
  name: string
  language: string
  title: string
  body: string
  created_at: Generated<Instant>
}
