import { useMemo } from 'react'
import type { Language } from '#contract/kit/language.ts'
import { checkText, withSafeFixes } from '#contract/localisation/checks/check-text.ts'
import {
  type CheckLevel,
  type CheckSettings,
  type Finding,
  levelOf,
} from '#contract/localisation/checks/checks.ts'
import { checkConsistency } from '#contract/localisation/checks/consistency.ts'
import type { TextDismissal, TextWithHistory } from '#contract/localisation/interface-texts.ts'
import { isPatternText } from '#contract/localisation/protected-texts.ts'
import { checkTerms, type SplitWords, type Term } from '#contract/localisation/term-rules.ts'
import { textCheckCalls } from '#contract/localisation/text-checks.ts'
import { type Forms, isSame } from '#contract/localisation/text-forms.ts'
import { mainForm } from '#contract/localisation/text-memory.ts'
import { useCall } from '../use-call.ts'
import { useDebounced } from '../use-debounced.ts'

/** A finding as the editor shows it. */
export interface ShownFinding extends Finding {
  level: Exclude<CheckLevel, 'off'>
  dismissal: TextDismissal | undefined
}

const noSettings: CheckSettings = { all: {}, languages: {} }
/** Longer texts are not searched among the translations of others. */
const maxSearched = 500

interface Checked {
  text: TextWithHistory
  forms: Forms
  /** Glossary terms in the source. */
  terms: readonly Term[]
  split: SplitWords | undefined
}

/** What the checks find in a translation while it is written, with the fixes that cause no other finding. */
export function useFindings({ text, forms, terms, split }: Checked): ShownFinding[] {
  const { language, source, columns, namespace, key, dismissals } = text
  const settings = useCall(textCheckCalls.settings, {}, { resource: 'text-checks' })
  const searched = useDebounced(mainForm(forms), 400).slice(0, maxSearched)
  const params = { id: text.id }
  const related = useCall(
    textCheckCalls.related,
    { params, query: { text: searched } },
    { resource: 'translations', enabled: language !== 'en' },
  ).data
  const levels = settings.data ?? noSettings
  return useMemo(() => {
    const levelIn = ({ check }: Finding) => levelOf(check, language as Language, levels as CheckSettings)
    const find = (forms: Forms): Finding[] =>
      [
        ...checkText({ language, source, forms, columns, isPattern: isPatternText(namespace, key) }),
        ...(split ? checkTerms({ terms, forms, split }) : []),
        ...(related ? checkConsistency(source, forms, related) : []),
      ].filter(finding => levelIn(finding) !== 'off')
    const valid = dismissals.filter(dismissal => isSame(dismissal.forms, forms))
    return withSafeFixes(forms, find(forms), find).map(finding => ({
      ...finding,
      level: levelIn(finding) as ShownFinding['level'],
      dismissal: valid.find(({ check }) => check === finding.check),
    }))
  }, [language, source, columns, namespace, key, dismissals, forms, terms, split, related, levels])
}

/** Whether any finding prevents publication. */
export const isBlocked = (findings: readonly ShownFinding[]): boolean =>
  findings.some(({ level, dismissal }) => level === 'error' && !dismissal)
