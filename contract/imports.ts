import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { facts, Id, Instant, kindOf } from './fields.ts'
import { languages } from './language.ts'
import { defaultPage, maxPage } from './listing.ts'
import { Refusal } from './refusal.ts'

/** Bytes that a file to import may have at most. */
export const maxImportBytes = 8_000_000
/** Rows that a file to import may have at most, its headings aside. */
export const maxImportRows = 20_000

/** What happens to an import: each word but the first and the last three is a job at work or its result. */
export const ImportState = z.enum([
  'uploaded',
  'checking',
  'checked',
  'applying',
  'applied',
  'cancelled',
  'failed',
])

/** `new` is, or would be, created; `known` was created from the same values before, and still is there. */
export const ImportVerdict = z.enum(['new', 'known', 'rejected'])

/** Which column of the file, counted from 0, holds a field. */
export const ImportMapping = z.record(z.string().max(100), z.int().min(0).max(1_000))

export const Import = z.object({
  id: Id,
  resource: z.string(),
  file_name: z.string(),
  state: ImportState,
  headings: z.array(z.string()),
  mapping: ImportMapping,
  rows: z.int(),
  /** How many rows the present or last job has judged. */
  judged: z.int(),
  counts: z.object({ new: z.int(), known: z.int(), rejected: z.int() }),
  created_at: Instant,
})
export type Import = z.infer<typeof Import>

export const ImportRow = z.object({
  /** As a spreadsheet counts: the headings are row 1. */
  position: z.int(),
  cells: z.array(z.string()),
  verdict: ImportVerdict.nullable(),
  /** Why it was rejected, with the fields' names in the language of the import and the rest in English. */
  reason: z.string().nullable(),
  /** Why it was rejected, for readers of any language. */
  refusals: z.array(Refusal),
  record_id: Id.nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

/** The fields of a creation's body that a file can hold: secrets do not belong into one. */
export const importedFields = (body: z.ZodType): [name: string, schema: z.ZodType][] =>
  body instanceof z.ZodObject
    ? Object.entries(body.shape as Record<string, z.ZodType>).filter(
        ([name, schema]) => name !== 'password' && kindOf(schema) !== 'object',
      )
    : []

/**
 * Whether records can be created from a file: where the permission table grants it, and the answer shows nothing, such
 * as a key, that no later one does, unless it can be made anew.
 */
export function isImportable(list: Endpoint, create: Endpoint | undefined): create is Endpoint {
  if (!create || !list.listing || typeof create.access === 'string') return false
  const { shape } = list.listing.schema
  if (!(create.reply instanceof z.ZodObject)) return false
  const shown = Object.entries(create.reply.shape as Record<string, z.ZodType>)
  return shown.every(([name, schema]) => name in shape || facts(schema).renewable)
}

export const imports = {
  upload: endpoint({
    method: 'POST',
    path: '/api/imports',
    summary: 'Upload a CSV file whose rows are to become records',
    access: 'signed-in',
    query: z.strictObject({
      resource: z.string().max(60),
      name: z.string().min(1).max(255),
      language: z.enum(languages).default('en'),
    }),
    takes: 'text/csv',
    body: z.string().min(1, 'The file is empty'),
    status: 201,
    reply: Import,
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/imports/{id}',
    summary: 'Show how far an import of yours is',
    access: 'signed-in',
    reply: Import,
  }),
  rows: endpoint({
    method: 'GET',
    path: '/api/imports/{id}/rows',
    summary: 'List the rows of an import, with the verdict on each',
    access: 'signed-in',
    query: z
      .strictObject({
        verdict: ImportVerdict.optional(),
        _start: z.coerce.number().int().min(0).default(0),
        _end: z.coerce.number().int().min(0).default(defaultPage),
      })
      .refine(({ _start, _end }) => _end >= _start && _end - _start <= maxPage, {
        path: ['_end'],
        message: `A page can have up to ${maxPage} rows`,
      }),
    reply: z.object({ rows: z.array(ImportRow), total: z.int() }),
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/imports/{id}/check',
    summary: 'Try out what would become of each row, and create nothing',
    access: 'signed-in',
    body: z.object({ mapping: ImportMapping }),
    status: 202,
    reply: Import,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/imports/{id}/apply',
    summary: 'Create a record from each row that can become one',
    access: 'signed-in',
    status: 202,
    reply: Import,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/imports/{id}/cancel',
    summary: 'Stop the job of an import; what it has created stays',
    access: 'signed-in',
    reply: Import,
  }),
  rejects: endpoint({
    method: 'GET',
    path: '/api/imports/{id}/rejects',
    summary: 'Download the rejected rows as CSV, with the reason of each in one more column',
    access: 'signed-in',
    status: 200,
  }),
}
