import { z } from 'zod'
import { type Endpoint, endpoint } from '../kit/endpoint.ts'
import { fieldKind, fieldMeta, Id, Instant } from '../kit/fields.ts'
import { languages } from '../kit/language.ts'
import { defaultPageSize, maxPageSize } from '../kit/listing.ts'
import { Refusal } from '../kit/refusal.ts'

/** Maximum size of an import file in bytes. */
export const maxImportBytes = 8_000_000
/** Maximum number of rows in an import file, without the headings. */
export const maxImportRows = 20_000
/** Maximum number of columns in an import file. */
export const maxImportColumns = 200
/** Maximum length of a cell in an import file, in characters. */
export const maxImportCellLength = 20_000

/** `checking` and `applying` have a running job. */
export const ImportState = z.enum([
  'uploaded',
  'checking',
  'checked',
  'applying',
  'applied',
  'cancelled',
  'failed',
])

/** `new`: is or would be created. `known`: was created from the same values before and still exists. */
export const ImportVerdict = z.enum(['new', 'known', 'rejected'])

/** Zero-based file column of each field. */
export const ImportMapping = z.record(z.string().max(100), z.int().min(0).max(1_000))

export const Import = z.object({
  id: Id,
  resource: z.string(),
  file_name: z.string(),
  state: ImportState,
  headings: z.array(z.string()),
  mapping: ImportMapping,
  rows: z.int(),
  /** Number of rows processed by the current or last job. */
  judged: z.int(),
  counts: z.object({ new: z.int(), known: z.int(), rejected: z.int() }),
  created_at: Instant,
})
export type Import = z.infer<typeof Import>

export const ImportRow = z.object({
  /** Row number as in a spreadsheet: the headings are row 1. */
  position: z.int(),
  cells: z.array(z.string()),
  verdict: ImportVerdict.nullable(),
  /** Reason for the rejection, with field names in the language of the import and the rest in English. */
  reason: z.string().nullable(),
  /** Language-independent reasons for the rejection. */
  refusals: z.array(Refusal),
  record_id: Id.nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

/** The fields of a create body that can be imported; secrets are excluded. */
export const importedFields = (body: z.ZodType): [name: string, schema: z.ZodType][] =>
  body instanceof z.ZodObject
    ? Object.entries(body.shape as Record<string, z.ZodType>).filter(
        ([name, schema]) => name !== 'password' && fieldKind(schema) !== 'object',
      )
    : []

/**
 * Whether records can be imported: creation is guarded by a permission, and its reply has no field that is shown only
 * once, such as a key, unless it can be renewed.
 */
export function isImportable(list: Endpoint, create: Endpoint | undefined): create is Endpoint {
  if (!create || !list.listing || typeof create.access === 'string') return false
  const { shape } = list.listing.schema
  if (!(create.reply instanceof z.ZodObject)) return false
  const shown = Object.entries(create.reply.shape as Record<string, z.ZodType>)
  return shown.every(([name, schema]) => name in shape || fieldMeta(schema).renewable)
}

export const imports = {
  upload: endpoint({
    method: 'POST',
    path: '/api/imports',
    summary: 'Upload a CSV file to import',
    access: 'signed-in',
    query: z.strictObject({
      resource: z.string().max(60),
      name: z.string().min(1).max(255),
      language: z.enum(languages).default('en'),
    }),
    consumes: 'text/csv',
    body: z.string().min(1, 'The file is empty'),
    status: 201,
    reply: Import,
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/imports/{id}',
    summary: 'Show the state of one of your imports',
    access: 'signed-in',
    reply: Import,
  }),
  rows: endpoint({
    method: 'GET',
    path: '/api/imports/{id}/rows',
    summary: 'List the rows of an import with their verdicts',
    access: 'signed-in',
    query: z
      .strictObject({
        verdict: ImportVerdict.optional(),
        _start: z.coerce.number().int().min(0).default(0),
        _end: z.coerce.number().int().min(0).default(defaultPageSize),
      })
      .refine(({ _start, _end }) => _end >= _start && _end - _start <= maxPageSize, {
        path: ['_end'],
        message: `A page can have up to ${maxPageSize} rows`,
      }),
    reply: z.object({ rows: z.array(ImportRow), total: z.int() }),
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/imports/{id}/check',
    summary: 'Validate each row without creating anything',
    access: 'signed-in',
    body: z.object({ mapping: ImportMapping }),
    status: 202,
    reply: Import,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/imports/{id}/apply',
    summary: 'Create a record from each valid row',
    access: 'signed-in',
    status: 202,
    reply: Import,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/imports/{id}/cancel',
    summary: 'Stop a running import; created records remain',
    access: 'signed-in',
    reply: Import,
  }),
  rejects: endpoint({
    method: 'GET',
    path: '/api/imports/{id}/rejects',
    summary: 'Download the rejected rows as CSV with a reason column',
    access: 'signed-in',
    status: 200,
  }),
}
