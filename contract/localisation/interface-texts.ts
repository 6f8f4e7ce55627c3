import { z } from 'zod'
import { Id, Instant } from '../kit/fields.ts'
import { languages } from '../kit/language.ts'
import { textChecks } from './checks/checks.ts'
import { formNames } from './text-forms.ts'

export const TextLanguage = z.enum(languages)

export const TextStatus = z.enum(['bundled', 'missing', 'draft', 'review', 'published', 'rolled_back'])
export type TextStatus = z.infer<typeof TextStatus>

/** Rejects characters that PostgreSQL or browsers cannot store; everything else is left to the text rules. */
const Form = z
  .string()
  .max(4_000)
  .refine(text => text.isWellFormed() && !text.includes('\0'), 'A text must be well-formed Unicode')
export const TextFormName = z.enum(formNames)
export const TextForms = z.partialRecord(TextFormName, Form)

/** What a quality check finds in a form of a text. */
export const TextFinding = z.object({
  check: z.enum(textChecks),
  /** Errors block publishing, warnings do not. */
  level: z.enum(['error', 'warning']),
  form: TextFormName,
  /** The characters concerned, as offsets in UTF-16 units; empty where something is missing. */
  start: z.int().min(0),
  end: z.int().min(0),
  /** The placeholder, mark, number, limit or similar text concerned. */
  subject: z.string(),
  /** The glossary term concerned. */
  term: z.string().nullable(),
  /** One-sentence message. */
  detail: z.string(),
  is_dismissed: z.boolean(),
})
export type TextFinding = z.infer<typeof TextFinding>

const Author = z.object({ id: Id, name: z.string() })

/** Who dismissed the findings of a check in a translation, and why. */
export const TextDismissal = z.object({
  check: z.enum(textChecks),
  /** The translation that it is for. */
  forms: TextForms,
  reason: z.string(),
  author: Author,
  at: Instant,
})
export type TextDismissal = z.infer<typeof TextDismissal>

/** The machine whose proposal a translation began with. */
export const ProposalOrigin = z.object({
  model: z.string(),
  /** Whether a person changed the proposal. */
  is_edited: z.boolean(),
})
export type ProposalOrigin = z.infer<typeof ProposalOrigin>

/** An interface text in one language; plural forms belong to one text. */
export const InterfaceText = z.object({
  /** `<language>:<namespace>:<key>` */
  id: z.string(),
  language: TextLanguage,
  namespace: z.string(),
  key: z.string(),
  /** Emergency and safety texts need approval by a second person. */
  is_protected: z.boolean(),
  /** Width limit in columns; null if unlimited. */
  columns: z.int().nullable(),
  /** The published English text. */
  source: TextForms,
  /** The text shipped with the release; null if there is none. */
  bundled: TextForms.nullable(),
  /** Overrides the bundled text; null if not overridden. */
  published: TextForms.nullable(),
  /** The working copy. */
  forms: TextForms,
  status: TextStatus,
  /** Whether the English text changed since this translation was published. */
  is_outdated: z.boolean(),
  findings: z.array(TextFinding),
  /** Notes for translators. */
  description: z.string().nullable(),
  /** Author of the working copy. */
  author: Author.nullable(),
  /** What the working copy began with, if that was a machine's proposal. */
  proposal: ProposalOrigin.nullable(),
  /** 0 before the first edit. */
  version: z.int(),
  updated_at: Instant.nullable(),
})
export type InterfaceText = z.infer<typeof InterfaceText>

export const TextAct = z.enum(['save', 'import', 'submit', 'approve', 'reject', 'discard', 'roll_back'])
export type TextAct = z.infer<typeof TextAct>

/** A revision of a text; immutable. */
export const TextRevision = z.object({
  /** The resulting version. */
  number: z.int(),
  act: TextAct,
  forms: TextForms,
  /** Whether this revision published its forms. */
  is_published: z.boolean(),
  /** Why it was rejected or discarded. */
  note: z.string().nullable(),
  author: Author.nullable(),
  /** What the forms began with, if that was a machine's proposal. */
  proposal: ProposalOrigin.nullable(),
  at: Instant,
})
export type TextRevision = z.infer<typeof TextRevision>

export const TextWithHistory = InterfaceText.extend({
  history: z.array(TextRevision),
  /** Those made for the current source. */
  dismissals: z.array(TextDismissal),
})
export type TextWithHistory = z.infer<typeof TextWithHistory>

/** A translated text whose source is similar to that of another text. */
export const TextSuggestion = z.object({
  id: z.string(),
  namespace: z.string(),
  key: z.string(),
  /** Likeness of the sources in percent; 100 only if they are the same. */
  likeness: z.int().min(1).max(100),
  source: TextForms,
  /** What readers see. */
  forms: TextForms,
})
export type TextSuggestion = z.infer<typeof TextSuggestion>

/** A machine's translation of a text; a person takes it over, and it is reviewed like any other. */
export const TextProposal = z.object({
  id: Id,
  forms: TextForms,
  model: z.string(),
  findings: z.array(TextFinding),
  /** The language that it seems to be in, if that is another one. */
  other_language: TextLanguage.nullable(),
})
export type TextProposal = z.infer<typeof TextProposal>
