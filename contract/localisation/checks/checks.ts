// Must not import zod: the editor checks texts on every keystroke without loading it.
import type { FormName, Forms } from '../text-forms.ts'

/** Off, reported, or reported and blocking publication. */
export const checkLevels = ['off', 'warning', 'error'] as const
export type CheckLevel = (typeof checkLevels)[number]

export const checkGroups = ['codes', 'characters', 'spaces', 'punctuation', 'content', 'consistency'] as const
export type CheckGroup = (typeof checkGroups)[number]

interface CheckRule {
  group: CheckGroup
  level: CheckLevel
  /** Protects the console or its readers: it always blocks. */
  isRequired?: true
  /** Compares with the English text, which English itself has not. */
  isComparing?: true
}

const required = { level: 'error', isRequired: true } as const
const comparing = { level: 'warning', isComparing: true } as const
const alone = { level: 'warning' } as const

/** Every check with the level that applies unless a setting says otherwise. */
const rules = {
  form_missing: { group: 'codes', ...required },
  form_unknown: { group: 'codes', ...required },
  empty: { group: 'codes', ...required },
  placeholder_broken: { group: 'codes', ...required },
  placeholder_missing: { group: 'codes', ...required },
  placeholder_unknown: { group: 'codes', ...required },
  placeholder_foreign: { group: 'codes', ...comparing },
  nesting: { group: 'codes', ...required },
  tag_missing: { group: 'codes', ...required },
  tag_unknown: { group: 'codes', ...required },
  tag_order: { group: 'codes', ...required },
  markup: { group: 'codes', ...required },

  bidi: { group: 'characters', ...required },
  invisible: { group: 'characters', ...required },
  control: { group: 'characters', ...required },
  mixed_scripts: { group: 'characters', ...alone },
  kashida: { group: 'characters', ...alone },
  symbols: { group: 'characters', ...comparing },

  space_start: { group: 'spaces', ...comparing, level: 'error' },
  space_end: { group: 'spaces', ...comparing, level: 'error' },
  double_space: { group: 'spaces', ...alone },
  line_breaks: { group: 'spaces', ...comparing },
  too_long: { group: 'spaces', ...required },
  long: { group: 'spaces', ...comparing },

  end_stop: { group: 'punctuation', ...comparing },
  end_question: { group: 'punctuation', ...comparing },
  end_exclamation: { group: 'punctuation', ...comparing },
  end_colon: { group: 'punctuation', ...comparing },
  end_semicolon: { group: 'punctuation', ...comparing },
  end_ellipsis: { group: 'punctuation', ...comparing },
  dots: { group: 'punctuation', ...alone },
  local_marks: { group: 'punctuation', ...alone },
  opening_marks: { group: 'punctuation', ...alone },
  mark_spacing: { group: 'punctuation', ...alone },
  brackets_unbalanced: { group: 'punctuation', ...alone },
  brackets_differ: { group: 'punctuation', ...comparing, level: 'off' },
  quotes_unbalanced: { group: 'punctuation', ...alone },
  quotes_differ: { group: 'punctuation', ...comparing, level: 'off' },

  unchanged: { group: 'content', ...comparing },
  untranslated_part: { group: 'content', ...comparing },
  numbers: { group: 'content', ...comparing },
  urls: { group: 'content', ...comparing },
  emails: { group: 'content', ...comparing },
  names: { group: 'content', ...comparing },
  repeated_word: { group: 'content', ...alone },
  capital_start: { group: 'content', ...comparing },
  capitals: { group: 'content', ...alone },
  plural_brackets: { group: 'content', ...alone },
  same_forms: { group: 'content', ...comparing },

  term_missing: { group: 'consistency', ...comparing },
  term_forbidden: { group: 'consistency', ...comparing },
  inconsistent: { group: 'consistency', ...comparing },
  reused: { group: 'consistency', ...comparing, level: 'off' },
} as const satisfies Record<string, CheckRule>

export type TextCheck = keyof typeof rules
export const textChecks = Object.keys(rules) as [TextCheck, ...TextCheck[]]
export const checkRules: Record<TextCheck, CheckRule> = rules

/** Levels that differ from those of {@link checkRules}. */
export interface CheckSettings {
  /** For all languages. */
  all: Partial<Record<TextCheck, CheckLevel>>
  /** For a language, before those for all. */
  languages: Partial<Record<string, Partial<Record<TextCheck, CheckLevel>>>>
}

/** The level of a check in a language; required checks and comparisons of English with itself have no setting. */
export function levelOf(check: TextCheck, language: string, { all, languages }: CheckSettings): CheckLevel {
  const { level, isRequired, isComparing } = checkRules[check]
  if (isRequired) return level
  if (isComparing && language === 'en' && level !== 'error') return 'off'
  return languages[language]?.[check] ?? all[check] ?? level
}

export interface Span {
  start: number
  end: number
}

/** What to write instead of a span. */
export interface Fix extends Span {
  text: string
}

/** What a check finds in one form of a text; the span is empty where something is missing. Offsets are UTF-16 units. */
export interface Issue extends Span {
  check: TextCheck
  /** The placeholder, mark, number, code point, limit or similar text concerned. */
  subject: string
  /** The glossary term concerned. */
  term?: string
  fix?: Fix
}
export interface Finding extends Issue {
  form: FormName
}

/** A form of a translation with the source form that it translates. */
export interface CheckedForm {
  language: string
  form: FormName
  text: string
  model: string
}

export interface CheckedText {
  language: string
  source: Forms
  forms: Forms
  /** Width limit in columns; null if unlimited. */
  columns: number | null
  /** Words that the console looks for in what people type, not a sentence that they read: only its codes are checked. */
  isPattern?: boolean
}

/** The text after a fix. */
export const applyFix = (text: string, { start, end, text: replacement }: Fix): string =>
  text.slice(0, start) + replacement + text.slice(end)

/** An issue about what is missing, shown at the end of a text. */
export const missing = (check: TextCheck, text: string, subject = ''): Issue => ({
  check,
  subject,
  start: text.length,
  end: text.length,
})

/** Multiset difference: the items of the first list that the second lacks. */
export function difference<Item>(
  items: readonly Item[],
  others: readonly Item[],
  keyOf: (item: Item) => string,
) {
  const left = others.map(keyOf)
  return items.filter(item => {
    const at = left.indexOf(keyOf(item))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** The matches of a pattern in a text, as spans with their text. */
export const matchesOf = (text: string, pattern: RegExp): (Span & { text: string })[] =>
  [...text.matchAll(pattern)].map(({ 0: match, index }) => ({
    text: match,
    start: index,
    end: index + match.length,
  }))
