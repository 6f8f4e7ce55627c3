import type { Generated } from 'kysely'
import type { Instant, Json } from './column.ts'

export interface WellnessEntries {
  id: string
  organization_id: string
  person_id: string
  kind: 'checkin' | 'medication' | 'mood' | 'symptoms' | 'vitals' | 'note'
  value: Json<unknown>
  recorded_by: string | null
  recorded_at: Instant
}

export interface PastMedications {
  person_id: string
  until: Instant
  medications: Json<unknown>
}

export interface CareTasks {
  id: string
  organization_id: string
  person_id: string
  title: string
  notes: string | null
  due_at: Instant | null
  status: Generated<'open' | 'done' | 'cancelled'>
  assignee_id: string | null
  created_by: string
  completed_at: Instant | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  deleted_at: Instant | null
}

export interface CarePlans {
  person_id: string
  organization_id: string
  goals: Json<unknown>
  notes: string | null
  review_on: string | null
  version: Generated<number>
  updated_by: string
  updated_at: Generated<Instant>
}

export interface FamilyMedia {
  id: string
  organization_id: string
  person_id: string
  type: string
  width: number
  height: number
  content: Buffer
  created_at: Generated<Instant>
}

export interface FamilyMessages {
  id: string
  organization_id: string
  person_id: string
  author_id: string
  kind: 'message' | 'checkin_request' | 'media' | 'broadcast'
  text: string
  media_id: string | null
  created_at: Generated<Instant>
}

export interface FamilyAcknowledgements {
  message_id: string
  person_id: string
  at: Generated<Instant>
}
