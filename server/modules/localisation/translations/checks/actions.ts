import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { can, may } from '#contract/kit/permissions.ts'
import {
  type CheckLevel,
  checkRules,
  levelOf,
  type TextCheck,
  textChecks,
} from '#contract/localisation/checks/checks.ts'
import type { TextLanguage } from '#contract/localisation/interface-texts.ts'
import type { TextCheckSettings } from '#contract/localisation/text-checks.ts'
import type { Forms } from '#contract/localisation/text-forms.ts'
import type { Db } from '#server/db/open.ts'
import type { UserCall } from '#server/kit/call.ts'
import { forbidden, notFound, Problem } from '#server/kit/problem.ts'
import { getText, parseTextId } from '../actions.ts'
import {
  findingsIn,
  findTexts,
  getTextAt,
  type LanguageTexts,
  loadLanguageTexts,
  type TextFilter,
} from '../texts.ts'
import { deleteDismissal, ensureSettings, loadSettings, saveDismissal, saveSettings } from './queries.ts'

type CheckCall = Pick<UserCall, 'db' | 'actor' | 'audit'>

const parseCheck = (name: string): TextCheck => {
  if (!(textChecks as string[]).includes(name)) throw notFound('This check')
  return name as TextCheck
}

/** The checks and their levels. */
export async function getSettings(db: Db): Promise<TextCheckSettings> {
  const settings = await loadSettings(db)
  return {
    checks: textChecks.map(check => {
      const { group, level, isRequired = false, isComparing = false } = checkRules[check]
      return { check, group, default_level: level, is_required: isRequired, is_comparing: isComparing }
    }),
    ...(settings as Omit<TextCheckSettings, 'checks'>),
  }
}

/** Sets the level of a check for all languages, or for one; null takes it back. */
export async function setLevel(
  { db, audit }: CheckCall,
  name: string,
  { language, level }: { language: z.infer<typeof TextLanguage> | null; level: CheckLevel | null },
): Promise<TextCheckSettings> {
  const check = parseCheck(name)
  if (checkRules[check].isRequired)
    throw new Problem(409, 'This check protects readers and can’t be changed.', { kind: 'required-check' })
  await ensureSettings(db)
  const settings = await loadSettings(db, true)
  const levels = (language === null ? settings.all : settings.languages[language]) ?? {}
  const { [check]: before = null, ...others } = levels
  const next = level === null ? others : { ...others, [check]: level }
  await saveSettings(
    db,
    language === null
      ? { ...settings, all: next }
      : { ...settings, languages: { ...settings.languages, [language]: next } },
  )
  audit({
    action: 'update',
    resourceType: 'text-checks',
    resourceId: check,
    details: { language, before: { level: before }, after: { level } },
  })
  return getSettings(db)
}

/** Dismisses what a check finds in a translation; what blocks publication needs a reviewer. */
export async function dismiss(
  call: CheckCall,
  id: string,
  name: string,
  { forms, reason }: { forms: Forms; reason: string },
) {
  const check = parseCheck(name)
  const { language, at } = parseTextId(id)
  const written = await loadLanguageTexts(call.db, language, at)
  const { source } = getTextAt(written, at)
  const found = findingsIn(written, at, forms).find(finding => finding.check === check)
  if (!found) throw new Problem(409, 'This check finds nothing in the translation.', { kind: 'wrong-state' })
  if (checkRules[check].isRequired)
    throw new Problem(409, 'This check protects readers: its findings can’t be dismissed.', {
      kind: 'required-check',
    })
  if (found.level === 'error' && !can(call.actor.role, may('translations', 'approve'))) throw forbidden()
  await saveDismissal(call.db, { language, at, check, source, forms, reason, by: call.actor.id })
  const details = { after: { check, subject: found.subject, reason, forms } }
  call.audit({ action: 'dismiss_finding', resourceType: 'translations', resourceId: id, details })
  return getText(call, id)
}

/** Takes a dismissal back. */
export async function restoreFinding(call: CheckCall, id: string, name: string) {
  const check = parseCheck(name)
  const { language, at } = parseTextId(id)
  if (!(await deleteDismissal(call.db, language, at, check))) throw notFound('This dismissal')
  call.audit({
    action: 'restore_finding',
    resourceType: 'translations',
    resourceId: id,
    details: { before: { check } },
  })
  return getText(call, id)
}

/** Texts checked between other work of the process. */
const textsPerTurn = 50

/** Checks texts one after the other without holding up the process. */
async function* checkTexts(written: LanguageTexts, keys: readonly string[]) {
  for (const [index, at] of keys.entries()) {
    if (index % textsPerTurn === textsPerTurn - 1) await setImmediate()
    yield { at, open: getTextAt(written, at).findings.filter(finding => !finding.is_dismissed) }
  }
}

/** Keys of the matching texts, including those with findings of a check. */
export async function findCheckedTexts(
  written: LanguageTexts,
  { check, ...wanted }: TextFilter & { check?: TextCheck | 'any' | undefined },
): Promise<string[]> {
  const keys = findTexts(written, wanted)
  if (check === undefined) return keys
  const found: string[] = []
  for await (const { at, open } of checkTexts(written, keys))
    if (open.some(finding => check === 'any' || finding.check === check)) found.push(at)
  return found
}

/** How many texts have findings, in total and by check. */
export async function countFindings(written: LanguageTexts) {
  const counts = new Map<TextCheck, number>()
  let total = 0
  for await (const { open } of checkTexts(written, findTexts(written, {}))) {
    if (open.length > 0) total += 1
    for (const check of new Set(open.map(finding => finding.check)))
      counts.set(check, (counts.get(check) ?? 0) + 1)
  }
  const { settings } = written.checks
  return {
    total,
    checks: textChecks
      .filter(check => levelOf(check, written.language, settings) !== 'off')
      .map(check => ({ check, texts: counts.get(check) ?? 0 })),
  }
}
