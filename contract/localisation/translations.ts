import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant } from '../kit/fields.ts'
import { languages } from '../kit/language.ts'
import { defaultPageSize, maxPageSize } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { publishedPath } from './published-texts.ts'
import { formNames, textRules } from './text-rules.ts'

export const TextLanguage = z.enum(languages)

/** What becomes of a text: as it came with the release, not there at all, or on its way to the readers. */
export const TextStatus = z.enum(['bundled', 'missing', 'draft', 'review', 'published', 'rolled_back'])
export type TextStatus = z.infer<typeof TextStatus>

/** Bytes that no database and no browser can keep are refused at once; all else is judged by the rules. */
const Form = z
  .string()
  .max(4_000)
  .refine(text => text.isWellFormed() && !text.includes('\0'), 'A text must be well-formed Unicode')
const FormName = z.enum(formNames)
export const TextForms = z.partialRecord(FormName, Form)

export const TextFault = z.object({
  rule: z.enum(textRules),
  level: z.enum(['error', 'warning']),
  form: FormName,
  subject: z.string(),
  /** The reason in one sentence. */
  detail: z.string(),
})
export type TextFault = z.infer<typeof TextFault>

const Somebody = z.object({ id: Id, name: z.string() })

/** A text of the interface in one language; one with plural is one text with several forms. */
export const InterfaceText = z.object({
  /** `<language>:<namespace>:<key>` */
  id: z.string(),
  language: TextLanguage,
  namespace: z.string(),
  key: z.string(),
  /** Whether it is of emergencies or safety, and so needs a second person's approval. */
  is_protected: z.boolean(),
  /** The columns that it may fill where it stands; null where nothing limits it. */
  columns: z.int().nullable(),
  /** What it says in English, as readers see it. */
  source: TextForms,
  /** As it came with the release; null where it did not. */
  bundled: TextForms.nullable(),
  /** What stands in for the bundled text; null where nothing does. */
  published: TextForms.nullable(),
  /** As it is being worked on. */
  forms: TextForms,
  status: TextStatus,
  /** Whether English has changed since readers got this translation. */
  is_outdated: z.boolean(),
  faults: z.array(TextFault),
  /** What a translator should know of it. */
  description: z.string().nullable(),
  /** Who wrote what is being worked on. */
  author: Somebody.nullable(),
  /** 0 before anybody has worked on it. */
  version: z.int(),
  updated_at: Instant.nullable(),
})
export type InterfaceText = z.infer<typeof InterfaceText>

export const TextAct = z.enum(['save', 'import', 'submit', 'approve', 'reject', 'roll_back'])
export type TextAct = z.infer<typeof TextAct>

/** One act in the history of a text; none is ever changed. */
export const TextRevision = z.object({
  /** The version that it made. */
  number: z.int(),
  act: TextAct,
  forms: TextForms,
  /** Whether these forms went to the readers by it. */
  is_published: z.boolean(),
  /** Why it was rejected. */
  note: z.string().nullable(),
  author: Somebody.nullable(),
  at: Instant,
})
export type TextRevision = z.infer<typeof TextRevision>

export const TextWithHistory = InterfaceText.extend({ history: z.array(TextRevision) })
export type TextWithHistory = z.infer<typeof TextWithHistory>

const counts = {
  total: z.int(),
  /** That say something, from the release or published. */
  translated: z.int(),
  in_review: z.int(),
  /** Published ones that stand in for those of the release. */
  overrides: z.int(),
  /** Whose English has changed since. */
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
  form: FormName.nullable(),
  reason: z.string().nullable(),
})
export type ImportedText = z.infer<typeof ImportedText>

export const TextImport = z.object({
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Changed and refused ones, the refused first; at most 500. */
  texts: z.array(ImportedText),
  applied: z.boolean(),
})
export type TextImport = z.infer<typeof TextImport>

/** i18next's JSON, an object with an object for each namespace; or CSV with a line for each form. */
export const TextFormat = z.enum(['json', 'csv'])
/** Signs that a file of texts may have at most. */
export const maxTextFile = 900_000

/** The version that the caller has looked at: another one in place is answered by 412. */
const seen = { version: z.int().min(0) }
const path = '/api/translations/{id}'
const one = TextWithHistory

export const translations = {
  coverage: endpoint({
    method: 'GET',
    path: '/api/translations/coverage',
    summary: 'Show how much of each screen is translated into each language',
    access: may('translations', 'list'),
    reply: z.object({ languages: z.array(LanguageCoverage) }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/translations',
    summary: 'List the texts of the interface in a language',
    access: may('translations', 'list'),
    query: z
      .strictObject({
        language: TextLanguage.default('es'),
        namespace: z.string().max(60).optional(),
        status: TextStatus.optional(),
        protected: z.stringbool().optional(),
        outdated: z.stringbool().optional(),
        /** Looked for in the key, the source and the translation. */
        q: z.string().max(200).optional(),
        _start: z.coerce.number().int().min(0).default(0),
        _end: z.coerce.number().int().min(0).default(defaultPageSize),
      })
      .refine(({ _start, _end }) => _end >= _start && _end - _start <= maxPageSize, {
        path: ['_end'],
        message: `A page holds at most ${maxPageSize} rows`,
      }),
    reply: z.object({ texts: z.array(InterfaceText), total: z.int() }),
  }),
  show: endpoint({
    method: 'GET',
    path,
    summary: 'Show a text with its history',
    access: may('translations', 'show'),
    reply: one,
  }),
  save: endpoint({
    method: 'PUT',
    path,
    summary: 'Save a draft of a text; readers go on seeing what is published',
    access: may('translations', 'update'),
    body: z.strictObject({ ...seen, forms: TextForms }),
    reply: one,
  }),
  describe: endpoint({
    method: 'PUT',
    path: `${path}/description`,
    summary: 'Say what translators of any language should know of a text',
    access: may('translations', 'update'),
    body: z.strictObject({ description: z.string().trim().max(500) }),
    reply: one,
  }),
  submit: endpoint({
    method: 'POST',
    path: `${path}/submit`,
    summary: 'Hand a draft in for review; one that breaks a rule is refused',
    access: may('translations', 'update'),
    body: z.strictObject(seen),
    reply: one,
  }),
  approve: endpoint({
    method: 'POST',
    path: `${path}/approve`,
    summary: 'Publish a text in review; one of emergencies or safety only as somebody else than its author',
    access: may('translations', 'approve'),
    body: z.strictObject(seen),
    reply: one,
  }),
  reject: endpoint({
    method: 'POST',
    path: `${path}/reject`,
    summary: 'Give a text in review back to its author with a reason',
    access: may('translations', 'approve'),
    body: z.strictObject({ ...seen, reason: z.string().trim().min(1).max(500) }),
    reply: one,
  }),
  rollBack: endpoint({
    method: 'POST',
    path: `${path}/roll-back`,
    summary: 'Bring back what readers saw before: a published revision, or the text of the release',
    access: may('translations', 'approve'),
    body: z.strictObject({
      ...seen,
      /** The number of a revision that was published; null for the text of the release. */
      revision: z.int().min(1).nullable(),
    }),
    reply: one,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/translations/export',
    summary: 'Export the texts of a language as readers see them',
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
    summary: 'Try out a file of texts, or save what it changes as drafts',
    access: may('translations', 'update'),
    body: z.strictObject({
      language: TextLanguage,
      format: TextFormat,
      content: z.string().min(1).max(maxTextFile),
      /** Whether to save; otherwise the answer tells what would become of each text. */
      apply: z.boolean(),
    }),
    reply: TextImport,
  }),
  published: endpoint({
    method: 'GET',
    path: publishedPath,
    summary: 'Get the published texts that stand in for those of the release, by namespace and i18next key',
    access: 'public',
    reply: z.object({ texts: z.record(z.string(), z.record(z.string(), z.string())) }),
  }),
}
