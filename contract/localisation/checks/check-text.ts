import {
  columnsOf,
  type FormName,
  type Forms,
  formNames,
  isPlural,
  maxComfortableColumns,
  requiredForms,
  sourceForm,
} from '../text-forms.ts'
import * as characters from './characters.ts'
import { applyFix, type CheckedForm, type CheckedText, type Finding, type Issue } from './checks.ts'
import * as codes from './codes.ts'
import * as punctuation from './punctuation.ts'
import * as words from './words.ts'

type FormCheck = (checked: CheckedForm) => Issue[]

/** What breaks any text. */
const patternChecks: readonly FormCheck[] = [
  codes.checkPlaceholders,
  codes.checkNesting,
  codes.checkTags,
  characters.checkHidden,
  characters.checkSpaces,
]

const formChecks: readonly FormCheck[] = [
  ...patternChecks,
  codes.checkForeignPlaceholders,
  characters.checkScripts,
  characters.checkKashida,
  characters.checkSymbols,
  characters.checkDoubleSpaces,
  characters.checkLineBreaks,
  punctuation.checkEnds,
  punctuation.checkDots,
  punctuation.checkLocalMarks,
  punctuation.checkOpeningMarks,
  punctuation.checkMarkSpacing,
  punctuation.checkBrackets,
  punctuation.checkQuotes,
  words.checkUnchanged,
  words.checkUntranslatedPart,
  words.checkNumbers,
  words.checkUrls,
  words.checkEmails,
  words.checkNames,
  words.checkRepeatedWords,
  words.checkCapitalStart,
  words.checkCapitals,
  words.checkPluralBrackets,
]

/** Findings of one check in one form that are reported. */
const maxPerCheck = 10
const run = (checks: readonly FormCheck[], checked: CheckedForm): Issue[] =>
  checks.flatMap(check => check(checked).slice(0, maxPerCheck))

function checkLength({ language, text, model }: CheckedForm, columns: number | null): Issue[] {
  const length = columnsOf(text)
  const at = { start: 0, end: text.length }
  if (columns !== null && length > columns) return [{ check: 'too_long', subject: String(columns), ...at }]
  const good = maxComfortableColumns(model, language)
  return length > good ? [{ check: 'long', subject: String(good), ...at }] : []
}

function checkForm(checked: CheckedForm, { columns, isPattern }: CheckedText): Issue[] {
  const { text, model } = checked
  if (text.trim() === '')
    return model.trim() === '' ? [] : [{ check: 'empty', subject: '', start: 0, end: text.length }]
  if (isPattern) return run(patternChecks, checked)
  return [...run(formChecks, checked), ...checkLength(checked, columns)]
}

function checkForms({ language, source, forms }: CheckedText): Finding[] {
  const wanted = requiredForms(language, source)
  const present = formNames.filter(form => forms[form] !== undefined)
  const whole = (form: FormName) => ({ form, subject: form, start: 0, end: forms[form]?.length ?? 0 })
  return [
    ...wanted
      .filter(form => forms[form] === undefined)
      .map(form => ({
        check: isPlural(source) ? ('form_missing' as const) : ('empty' as const),
        ...whole(form),
      })),
    ...present
      .filter(form => !wanted.includes(form))
      .map(form => ({ check: 'form_unknown' as const, ...whole(form) })),
  ]
}

/** German nouns of these endings have no plural form of their own. */
const isInvariable = (language: string, text: string) =>
  language === 'de' && /\p{Lu}\p{L}+(?:el|er|en|chen|lein)(?!\p{L})/u.test(text)

/** All forms the same, although those of the source differ. */
function checkSameForms({ language, source, forms }: CheckedText): Finding[] {
  const wanted = requiredForms(language, source)
  const [first, ...others] = wanted.map(form => forms[form])
  const differ = source.one !== undefined && source.one !== source.other
  if (!differ || !first || others.length === 0 || others.some(text => text !== first)) return []
  if (isInvariable(language, first)) return []
  return [{ check: 'same_forms', form: 'other', subject: '', start: 0, end: first.length }]
}

/** All findings in a text on its own, whatever their level, in the order of the forms. */
export function checkText(checked: CheckedText): Finding[] {
  const { language, source, forms } = checked
  const wanted = requiredForms(language, source)
  return [
    ...checkForms(checked),
    ...wanted.flatMap(form => {
      const text = forms[form]
      if (text === undefined) return []
      const model = sourceForm(source, form)
      return checkForm({ language, form, text, model }, checked).map(issue => ({ ...issue, form }))
    }),
    ...checkSameForms(checked),
  ]
}

const countOf = (findings: readonly Finding[]) => {
  const counts = new Map<string, number>()
  for (const { check, form } of findings) {
    const key = `${check} ${form}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/**
 * Keeps the fixes that remove their finding without causing another.
 * @param recheck finds everything in other forms of the same text
 */
export function withSafeFixes(
  forms: Forms,
  findings: readonly Finding[],
  recheck: (forms: Forms) => readonly Finding[],
): Finding[] {
  const before = countOf(findings)
  return findings.map(finding => {
    const { fix, ...rest } = finding
    if (!fix) return finding
    const text = applyFix(forms[finding.form] ?? '', fix)
    const after = countOf(recheck({ ...forms, [finding.form]: text }))
    const key = `${finding.check} ${finding.form}`
    const isSafe =
      (after.get(key) ?? 0) < (before.get(key) ?? 0) &&
      [...after].every(([key, count]) => count <= (before.get(key) ?? 0))
    return isSafe ? finding : rest
  })
}
