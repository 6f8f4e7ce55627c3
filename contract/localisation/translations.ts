import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id } from '../kit/fields.ts'
import { defaultPageSize, maxPageSize } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { textChecks } from './checks/checks.ts'
import {
  InterfaceText,
  TextFinding,
  TextFormName,
  TextForms,
  TextLanguage,
  TextProposal,
  TextStatus,
  TextSuggestion,
  TextWithHistory,
} from './interface-texts.ts'
import { publishedPath } from './published-texts.ts'

const counts = {
  total: z.int(),
  /** Texts with a bundled or published translation. */
  translated: z.int(),
  in_review: z.int(),
  /** Published texts that override bundled ones. */
  overrides: z.int(),
  /** Texts whose English source changed since. */
  outdated: z.int(),
}
export const LanguageCoverage = z.object({
  language: TextLanguage,
  ...counts,
  namespaces: z.array(z.object({ namespace: z.string(), ...counts })),
})
export type LanguageCoverage = z.infer<typeof LanguageCoverage>

export const ImportedText = z.object({
  id: z.string(),
  verdict: z.enum(['changed', 'unchanged', 'refused']),
  form: TextFormName.nullable(),
  reason: z.string().nullable(),
  /** Line of the file; null if the format has none. */
  line: z.int().nullable(),
  /** The working copy and what the file has instead; null for refused texts. */
  before: TextForms.nullable(),
  after: TextForms.nullable(),
  /** Whether the file marks the translation as complete, so that it will wait for review. */
  for_review: z.boolean(),
  /** What quality checks find in the new translation. */
  findings: z.array(TextFinding),
  /** The new description; null if the file does not change it. */
  description: z.string().nullable(),
})
export type ImportedText = z.infer<typeof ImportedText>

export const TextImport = z.object({
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Refused and changed texts, refused first; at most 500. */
  texts: z.array(ImportedText),
  applied: z.boolean(),
})
export type TextImport = z.infer<typeof TextImport>

/**
 * i18next JSON with one object per namespace, or CSV with one line per form, both of what readers see; XLIFF 2.1 or
 * gettext, both of the working copies.
 */
export const TextFormat = z.enum(['json', 'csv', 'xliff', 'po'])
export type TextFormat = z.infer<typeof TextFormat>
/** Endings of the names of files. */
export const fileEndings = { json: 'json', csv: 'csv', xliff: 'xlf', po: 'po' } as const satisfies Record<
  TextFormat,
  string
>
/** Maximum length of an import file in characters. */
export const maxTextFile = 6_000_000

/** Maximum number of texts that are reviewed at once. */
export const maxReviewedTexts = 200

const Reason = z.string().trim().min(1).max(500)

/** The version the caller has seen; 412 if it is not current. */
const seen = { version: z.int().min(0) }
const ReviewedTexts = z
  .array(z.strictObject({ id: z.string().max(200), ...seen }))
  .min(1)
  .max(maxReviewedTexts)
const path = '/api/translations/{id}'
const textReply = TextWithHistory

export const translations = {
  coverage: endpoint({
    method: 'GET',
    path: '/api/translations/coverage',
    summary: 'Get translation coverage by language and screen',
    access: may('translations', 'list'),
    reply: z.object({ languages: z.array(LanguageCoverage) }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/translations',
    summary: 'List the interface texts of a language',
    access: may('translations', 'list'),
    query: z
      .strictObject({
        language: TextLanguage.default('es'),
        namespace: z.string().max(60).optional(),
        status: TextStatus.optional(),
        protected: z.stringbool().optional(),
        outdated: z.stringbool().optional(),
        /** Texts with findings of a check, or of any check. */
        check: z.enum(['any', ...textChecks]).optional(),
        /** Matches key, source and translation. */
        q: z.string().max(200).optional(),
        _start: z.coerce.number().int().min(0).default(0),
        _end: z.coerce.number().int().min(0).default(defaultPageSize),
      })
      .refine(({ _start, _end }) => _end >= _start && _end - _start <= maxPageSize, {
        path: ['_end'],
        message: `A page can have up to ${maxPageSize} rows`,
      }),
    reply: z.object({ texts: z.array(InterfaceText), total: z.int() }),
  }),
  show: endpoint({
    method: 'GET',
    path,
    summary: 'Get a text with its history',
    access: may('translations', 'show'),
    reply: textReply,
  }),
  memory: endpoint({
    method: 'GET',
    path: `${path}/memory`,
    summary: 'Suggest translations of texts with a similar source, the most similar first',
    access: may('translations', 'show'),
    reply: z.object({
      suggestions: z.array(TextSuggestion),
      /** Whether a machine can be asked for a proposal. */
      may_propose: z.boolean(),
    }),
  }),
  propose: endpoint({
    method: 'POST',
    path: `${path}/proposal`,
    summary: 'Ask the configured AI model for a translation; nothing is saved to the text',
    access: may('translations', 'update'),
    rateLimit: 'model',
    reply: TextProposal,
  }),
  save: endpoint({
    method: 'PUT',
    path,
    summary: 'Save a draft; the published text stays visible',
    access: may('translations', 'update'),
    body: z.strictObject({
      ...seen,
      forms: TextForms,
      /** The machine's proposal that was taken over, changed or not. */
      proposal: Id.optional(),
    }),
    reply: textReply,
  }),
  describe: endpoint({
    method: 'PUT',
    path: `${path}/description`,
    summary: 'Set the translator notes of a text, for all languages',
    access: may('translations', 'update'),
    body: z.strictObject({ description: z.string().trim().max(500) }),
    reply: textReply,
  }),
  submit: endpoint({
    method: 'POST',
    path: `${path}/submit`,
    summary: 'Submit a draft for review; refused if it violates a rule',
    access: may('translations', 'update'),
    body: z.strictObject(seen),
    reply: textReply,
  }),
  approve: endpoint({
    method: 'POST',
    path: `${path}/approve`,
    summary: 'Approve and publish a text in review; protected texts need someone other than the author',
    access: may('translations', 'approve'),
    body: z.strictObject(seen),
    reply: textReply,
  }),
  reject: endpoint({
    method: 'POST',
    path: `${path}/reject`,
    summary: 'Reject a text in review with a reason',
    access: may('translations', 'approve'),
    body: z.strictObject({ ...seen, reason: Reason }),
    reply: textReply,
  }),
  discard: endpoint({
    method: 'POST',
    path: `${path}/discard`,
    summary: 'Discard a text in review with a reason; readers keep what they see',
    access: may('translations', 'approve'),
    body: z.strictObject({ ...seen, reason: Reason }),
    reply: textReply,
  }),
  review: endpoint({
    method: 'POST',
    path: '/api/translations/review',
    summary: 'Approve, reject or discard many texts in review; each is decided on its own',
    access: may('translations', 'approve'),
    body: z.discriminatedUnion('act', [
      z.strictObject({
        act: z.literal('approve'),
        texts: ReviewedTexts,
        /** Whether unchanged proposals of a machine are approved; otherwise they are refused. */
        accept_proposals: z.boolean().default(false),
      }),
      z.strictObject({ act: z.enum(['reject', 'discard']), texts: ReviewedTexts, reason: Reason }),
    ]),
    reply: z.object({
      done: z.int(),
      /** The others, with the reason. */
      refused: z.array(z.object({ id: z.string(), reason: z.string() })),
    }),
  }),
  rollBack: endpoint({
    method: 'POST',
    path: `${path}/roll-back`,
    summary: 'Roll back to a published revision or to the bundled text',
    access: may('translations', 'approve'),
    body: z.strictObject({
      ...seen,
      /** Number of a published revision; null for the bundled text. */
      revision: z.int().min(1).nullable(),
    }),
    reply: textReply,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/translations/export',
    summary: 'Export the texts of a language',
    access: may('translations', 'list'),
    query: z.strictObject({
      language: TextLanguage.default('es'),
      format: TextFormat.default('json'),
      namespace: z.string().max(60).optional(),
    }),
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/translations/import',
    summary: 'Validate an import file, or save its changes as drafts or for review',
    maxBodyBytes: 4 * maxTextFile,
    access: may('translations', 'update'),
    body: z.strictObject({
      language: TextLanguage,
      format: TextFormat,
      content: z.string().min(1).max(maxTextFile),
      /** False for a dry run. */
      apply: z.boolean(),
    }),
    reply: TextImport,
  }),
  published: endpoint({
    method: 'GET',
    path: publishedPath,
    summary: 'Get the published texts that override bundled ones, by namespace and i18next key',
    access: 'public',
    reply: z.object({ texts: z.record(z.string(), z.record(z.string(), z.string())) }),
  }),
}
