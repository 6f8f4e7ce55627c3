import { z } from 'zod'
import { AsOfQuery } from '../kit/as-of.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant } from '../kit/fields.ts'
import { languages } from '../kit/language.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'

/** Languages that English texts are translated into. */
export const TargetLanguage = z.enum(languages).exclude(['en'])

const Lines = z.string().trim().max(1_000).meta({ multiline: true })

/** How a term of the English texts is translated into a language. */
export const GlossaryTerm = z.object({
  id: Id,
  /** In English. */
  term: z.string().trim().min(1).max(120),
  language: TargetLanguage.meta({ unordered: true }),
  /** One translation per line; the first is preferred. */
  allowed: Lines.min(1),
  /** Translations that must not be used, one per line. */
  forbidden: Lines.nullable(),
  note: z.string().trim().max(500).nullable().meta({ multiline: true }),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})

const NewGlossaryTerm = GlossaryTerm.pick({
  term: true,
  language: true,
  allowed: true,
  forbidden: true,
  note: true,
}).partial({ forbidden: true, note: true })

/** A term as the editor checks it. */
export const TermRule = z.object({
  id: Id,
  term: z.string(),
  allowed: z.array(z.string()),
  forbidden: z.array(z.string()),
  note: z.string().nullable(),
})
export type TermRule = z.infer<typeof TermRule>

export const glossaryTerms = {
  list: endpoint({
    method: 'GET',
    path: '/api/glossary-terms',
    summary: 'List glossary terms',
    access: may('glossary', 'list'),
    ...listing('terms', GlossaryTerm, {
      filter: ['language', 'term', 'allowed', 'forbidden', 'created_at'],
      sort: ['term', 'language', 'created_at'],
      search: ['term', 'allowed'],
      asOf: true,
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/glossary-terms/{id}',
    summary: 'Show a glossary term',
    access: may('glossary', 'show'),
    query: AsOfQuery,
    reply: GlossaryTerm,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/glossary-terms',
    summary: 'Add a glossary term',
    access: may('glossary', 'create'),
    body: NewGlossaryTerm,
    status: 201,
    reply: GlossaryTerm,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/glossary-terms/{id}',
    summary: 'Change a glossary term',
    access: may('glossary', 'update'),
    body: NewGlossaryTerm.partial(),
    reply: GlossaryTerm,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/glossary-terms/{id}',
    summary: 'Remove a glossary term',
    access: may('glossary', 'delete'),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/glossary-terms/{id}/restore',
    summary: 'Restore a removed glossary term',
    access: may('glossary', 'delete'),
    reply: GlossaryTerm,
  }),
  rules: endpoint({
    method: 'GET',
    path: '/api/glossary-terms/rules/{language}',
    summary: 'Get all terms of a language, for checking translations',
    access: may('glossary', 'list'),
    reply: z.object({ terms: z.array(TermRule) }),
  }),
}
