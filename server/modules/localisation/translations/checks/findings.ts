import type { Language } from '#contract/kit/language.ts'
import { checkText } from '#contract/localisation/checks/check-text.ts'
import { type CheckSettings, type Finding, levelOf } from '#contract/localisation/checks/checks.ts'
import { checkConsistency } from '#contract/localisation/checks/consistency.ts'
import type { TextFinding } from '#contract/localisation/interface-texts.ts'
import { isPatternText, protectedColumns } from '#contract/localisation/protected-texts.ts'
import { checkTerms, findTerms, type SplitWords, type Term } from '#contract/localisation/term-rules.ts'
import { type Forms, isSame } from '#contract/localisation/text-forms.ts'
import { translator } from '#server/kit/texts.ts'
import { splitTextKey } from '../bundled.ts'
import type { StoredDismissal } from './queries.ts'
import type { RelatedIndex } from './related.ts'

/** What findings depend on besides a text. */
export interface CheckContext {
  settings: CheckSettings
  /** By `<namespace>:<key>`. */
  dismissals: ReadonlyMap<string, readonly StoredDismissal[]>
  terms: readonly Term[]
  /** Changes with the terms. */
  termsToken: string
  /** Of English and of the language; null if there are no terms. */
  split: { source: SplitWords; target: SplitWords } | null
  related: RelatedIndex
}

const detailOf = ({ check, subject, term }: Finding): string =>
  String(translator('en', 'translations')(`findings.${check}`, { subject, term }))

interface Text {
  language: Language
  at: string
  source: Forms
  forms: Forms
}

/** Checks that need the text alone. */
function checkAlone({ language, at, source, forms }: Text): Finding[] {
  const { namespace, key } = splitTextKey(at)
  const columns = protectedColumns(namespace, key)
  return checkText({ language, source, forms, columns, isPattern: isPatternText(namespace, key) })
}

interface Known {
  source: Forms
  forms: Forms
  findings: readonly Finding[]
}
/** Findings in the latest state of each text, because most texts stay as they are. */
const known = new Map<string, Known>()

function checkAloneOnce(text: Text): readonly Finding[] {
  const id = `${text.language}:${text.at}`
  const last = known.get(id)
  if (last && isSame(last.source, text.source) && isSame(last.forms, text.forms)) return last.findings
  const findings = checkAlone(text)
  known.set(id, { source: text.source, forms: text.forms, findings })
  return findings
}

function checkGlossary({ source, forms }: Text, { terms, split }: CheckContext): Finding[] {
  if (!split || terms.length === 0) return []
  const found = Object.values(source).flatMap(text => findTerms(split.source, text, terms))
  const used = [...new Set(found.map(({ term }) => term))]
  return used.length === 0 ? [] : checkTerms({ terms: used, forms, split: split.target })
}

/** A glossary changes rarely; its findings are known until then. */
const glossaries = new WeakMap<Known, { terms: string; findings: readonly Finding[] }>()

function checkGlossaryOnce(text: Text, context: CheckContext): readonly Finding[] {
  const last = known.get(`${text.language}:${text.at}`)
  if (!last || context.terms.length === 0) return []
  const before = glossaries.get(last)
  if (before?.terms === context.termsToken) return before.findings
  const findings = checkGlossary(text, context)
  glossaries.set(last, { terms: context.termsToken, findings })
  return findings
}

/**
 * Everything that the checks find in a text, by their levels; dismissed findings are marked.
 * @param isSaved whether the text is stored, so that it is likely to be checked again
 */
export function findingsOf(text: Text, context: CheckContext, isSaved: boolean): TextFinding[] {
  const { language, at, source, forms } = text
  const { settings } = context
  const isOff = (check: Finding['check']) => levelOf(check, language, settings) === 'off'
  const alone = isSaved ? checkAloneOnce(text) : checkAlone(text)
  const isGlossaryOff = isOff('term_missing') && isOff('term_forbidden')
  const glossary = isGlossaryOff
    ? []
    : isSaved
      ? checkGlossaryOnce(text, context)
      : checkGlossary(text, context)
  const isConsistencyOff = language === 'en' || (isOff('inconsistent') && isOff('reused'))
  const consistency = isConsistencyOff
    ? []
    : checkConsistency(source, forms, context.related.find(language, at, source, forms))
  const dismissed = new Set(
    (context.dismissals.get(at) ?? [])
      .filter(one => isSame(one.source, source) && isSame(one.forms, forms))
      .map(({ check }) => check),
  )
  return [...alone, ...glossary, ...consistency].flatMap(finding => {
    const { fix: _, term = null, ...rest } = finding
    const level = levelOf(finding.check, language, settings)
    if (level === 'off') return []
    return [{ ...rest, term, level, detail: detailOf(finding), is_dismissed: dismissed.has(finding.check) }]
  })
}

/** What blocks publication. */
export const blockingOf = (findings: readonly TextFinding[]): TextFinding[] =>
  findings.filter(({ level, is_dismissed }) => level === 'error' && !is_dismissed)
