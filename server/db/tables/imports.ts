import type { ColumnType, Generated } from 'kysely'
import type { Language } from '#contract/kit/language.ts'
import type { Refusal } from '#contract/kit/refusal.ts'
import type { Instant, Json } from './column.ts'

export interface Imports {
  id: string
  person_id: string
  session_id: string
  resource: string
  file_name: string
  language: Language
  headings: Json<string[]>
  mapping: Json<Record<string, number>>
  state: Generated<'uploaded' | 'checking' | 'checked' | 'applying' | 'applied' | 'cancelled' | 'failed'>
  rows: number
  judged: Generated<number>
  has_step_up: Generated<boolean>
  created_at: Generated<Instant>
}

export interface ImportRows {
  import_id: string
  position: number
  cells: Json<string[]>
  verdict: 'new' | 'known' | 'rejected' | null
  reason: string | null
  refusals: ColumnType<Refusal[], string | undefined, string>
  record_id: string | null
  digest: Buffer | null
}

export interface ImportedRows {
  organization_id: string
  resource: string
  digest: Buffer
  occurrence: number
  record_id: string | null
}
