import type { Generated } from 'kysely'
import type { TextCheck } from '#contract/localisation/checks/checks.ts'
import type { TextAct } from '#contract/localisation/interface-texts.ts'
import type { Forms } from '#contract/localisation/text-forms.ts'
import type { Instant, Json } from './column.ts'

export interface Translations {
  language: string
  namespace: string
  key: string
  status: 'draft' | 'review' | 'published' | 'rolled_back'
  forms: Json<Forms>
  author_id: string
  published: Json<Forms> | null
  published_source: Json<Forms> | null
  proposal_id: string | null
  version: Generated<number>
  updated_at: Generated<Instant>
}

export interface TranslationRevisions {
  language: string
  namespace: string
  key: string
  number: number
  act: TextAct
  forms: Json<Forms>
  is_published: boolean
  note: string | null
  author_id: string
  proposal_id: string | null
  at: Generated<Instant>
}

/** What the AI model was asked to translate; without forms if it failed or has not answered. */
export interface TextProposals {
  id: string
  language: string
  namespace: string
  key: string
  model: string
  forms: Json<Forms> | null
  at: Generated<Instant>
}

/** Findings of a quality check that someone dismissed for a source and a translation. */
export interface TextDismissals {
  language: string
  namespace: string
  key: string
  check_name: TextCheck
  source: Json<Forms>
  forms: Json<Forms>
  reason: string
  author_id: string
  at: Generated<Instant>
}

export interface TextDescriptions {
  namespace: string
  key: string
  description: string
}

/** The English texts that the translation memory searches. */
export interface TextSources {
  namespace: string
  key: string
  source: string
  gist: string
}

export interface TextSourceStates {
  id: Generated<boolean>
  token: string
}

export interface GlossaryTerms {
  id: string
  term: string
  language: string
  allowed: string
  forbidden: string | null
  note: string | null
  version: Generated<number>
  created_at: Generated<Instant>
  updated_at: Generated<Instant>
  deleted_at: Instant | null
}
