import type { Language } from '#contract/kit/language.ts'
import type { InterfaceText } from '#contract/localisation/interface-texts.ts'
import { type Forms, formNames, requiredForms } from '#contract/localisation/text-forms.ts'

/** Translation states of XLIFF, from the least to the most advanced. */
export const textStates = ['initial', 'translated', 'reviewed', 'final'] as const
export type TextState = (typeof textStates)[number]

/** A text as read from a file. */
export interface ReadText {
  forms: Forms
  /** The English forms that were translated; undefined if the format has none. */
  source?: Forms
  /** Undefined if the format has no states. */
  state?: TextState
  /** Undefined if the file has none. */
  description?: string
  line?: number
  /** Why the text cannot be used. */
  refusal?: string
}

/** Texts of a file by `<namespace>:<key>`. */
export type ReadTexts = ReadonlyMap<string, ReadText>

export interface ExportedFile {
  language: Language
  texts: readonly InterfaceText[]
}

const states: Record<InterfaceText['status'], TextState> = {
  missing: 'initial',
  draft: 'initial',
  review: 'translated',
  bundled: 'reviewed',
  published: 'final',
  rolled_back: 'final',
}

/** Drafts and missing texts are initial, those in review translated, those of the release reviewed, published ones final. */
export const stateOf = ({ status }: Pick<InterfaceText, 'status'>): TextState => states[status]

/** The forms that a file has of a text: those that the language needs, and any others that a draft has. */
export const fileForms = ({
  language,
  source,
  forms,
}: Pick<InterfaceText, 'language' | 'source' | 'forms'>) =>
  formNames.filter(form => forms[form] !== undefined || requiredForms(language, source).includes(form))

/** What translators should know about the limits of a text; null if there are none. */
export const restrictionOf = ({ columns }: Pick<InterfaceText, 'columns'>): string | null =>
  columns === null
    ? null
    : `Protected: an emergency or safety text. At most ${columns} columns; approved by a second person.`

/** Characters that XML cannot have; gettext notes cannot have them either. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
export const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/

/** A description as a file can have it. */
export const writableNote = (text: string): string =>
  text.replaceAll(new RegExp(unwritable, 'g'), '').replaceAll(/\s+/g, ' ').trim()

/** A file that cannot be read as a whole. */
export class FileError extends Error {}
