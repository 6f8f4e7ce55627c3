import type { Language } from '#contract/kit/language.ts'
import { checkText } from '#contract/localisation/checks/check-text.ts'
import { checkRules } from '#contract/localisation/checks/checks.ts'
import type { InterfaceText, TextFinding } from '#contract/localisation/interface-texts.ts'
import { protectedColumns } from '#contract/localisation/protected-texts.ts'
import { type Forms, isSame } from '#contract/localisation/text-forms.ts'
import type { LanguageCoverage } from '#contract/localisation/translations.ts'
import type { Db } from '#server/db/open.ts'
import { bundledTexts, splitTextKey } from './bundled.ts'
import { loadCheckContext } from './checks/context.ts'
import { type CheckContext, findingsOf } from './checks/findings.ts'
import { listDescriptions, listPublished, listTexts, type TextRow } from './queries.ts'

/** The edited texts of a language and the published English, by `<namespace>:<key>`. */
export interface LanguageTexts {
  language: Language
  rows: ReadonlyMap<string, TextRow>
  english: ReadonlyMap<string, Forms>
  descriptions: ReadonlyMap<string, string>
  checks: CheckContext
}

/** Loads the edited texts of a language, or one of them, with what their checks depend on. */
export async function loadLanguageTexts(db: Db, language: Language, at?: string): Promise<LanguageTexts> {
  // Sequential, because a transaction has one connection.
  const rows = await listTexts(db, language, at)
  const english = new Map([...bundledTexts().en, ...(await listPublished(db, 'en'))])
  const descriptions = await listDescriptions(db)
  const checks = await loadCheckContext(db, language, english, at)
  return { language, rows, english, descriptions, checks }
}

/** All text keys, as `<namespace>:<key>`; English defines them. */
export const textKeys = (): readonly string[] => [...bundledTexts().en.keys()]

/** Parses a text id; null if the text does not exist. */
export function resolveTextId(id: string): { language: Language; at: string } | null {
  const { namespace: language, key: at } = splitTextKey(id)
  const known = bundledTexts()
  return Object.hasOwn(known, language) && known.en.has(at) ? { language: language as Language, at } : null
}

/** English is compared with the release, so that it keeps the placeholders that the code fills in. */
const sourceOf = ({ language, english }: LanguageTexts, at: string): Forms =>
  (language === 'en' ? bundledTexts().en.get(at) : english.get(at)) ?? {}

/** Whether the English source changed since the translation, and no new translation is in review. */
function isOutdated(written: LanguageTexts, at: string): boolean {
  const { language, rows, english } = written
  const row = rows.get(at)
  const bundled = bundledTexts()
  if (language === 'en' || row?.status === 'review' || !(row?.published ?? bundled[language].get(at)))
    return false
  const translated = row?.published ? row.published_source : bundled.en.get(at)
  return !isSame(translated ?? {}, english.get(at) ?? {})
}

/** What the checks find in forms of a text that are not stored. */
export const findingsIn = (written: LanguageTexts, at: string, forms: Forms): TextFinding[] =>
  findingsOf({ language: written.language, at, source: sourceOf(written, at), forms }, written.checks, false)

/** Whether forms of a text would break the release: other placeholders, tags or plural forms than its source. */
export function breaksRelease(language: Language, at: string, forms: Forms): boolean {
  const { namespace, key } = splitTextKey(at)
  const source = bundledTexts().en.get(at) ?? {}
  const columns = protectedColumns(namespace, key)
  return checkText({ language, source, forms, columns }).some(({ check }) => checkRules[check].isRequired)
}

export function getTextAt(written: LanguageTexts, at: string): InterfaceText {
  const { language, rows, descriptions } = written
  const { namespace, key } = splitTextKey(at)
  const row = rows.get(at)
  const bundled = bundledTexts()[language].get(at) ?? null
  const forms = row?.forms ?? bundled ?? {}
  const columns = protectedColumns(namespace, key)
  const source = sourceOf(written, at)
  return {
    id: `${language}:${at}`,
    language,
    namespace,
    key,
    is_protected: columns !== null,
    columns,
    source,
    bundled,
    published: row?.published ?? null,
    forms,
    status: row?.status ?? (bundled ? 'bundled' : 'missing'),
    is_outdated: isOutdated(written, at),
    findings: findingsOf({ language, at, source, forms }, written.checks, true),
    description: descriptions.get(at) ?? null,
    author: row ? { id: row.author_id, name: row.author_name } : null,
    proposal: row?.proposal ?? null,
    version: row?.version ?? 0,
    updated_at: row?.updated_at ?? null,
  }
}

export interface TextFilter {
  namespace?: string | undefined
  status?: InterfaceText['status'] | undefined
  protected?: boolean | undefined
  outdated?: boolean | undefined
  q?: string | undefined
}

/** Keys of the matching texts, in file order. */
export function findTexts(written: LanguageTexts, wanted: TextFilter): string[] {
  const { language, rows } = written
  const bundled = bundledTexts()[language]
  const words = wanted.q?.toLocaleLowerCase().split(/\s+/).filter(Boolean) ?? []
  return textKeys().filter(at => {
    const { namespace, key } = splitTextKey(at)
    const row = rows.get(at)
    if (wanted.namespace !== undefined && namespace !== wanted.namespace) return false
    const status = row?.status ?? (bundled.has(at) ? 'bundled' : 'missing')
    if (wanted.status !== undefined && status !== wanted.status) return false
    if (wanted.protected !== undefined && (protectedColumns(namespace, key) !== null) !== wanted.protected)
      return false
    if (wanted.outdated !== undefined && isOutdated(written, at) !== wanted.outdated) return false
    if (words.length === 0) return true
    const forms = [sourceOf(written, at), row?.forms ?? bundled.get(at) ?? {}].flatMap(forms =>
      Object.values(forms),
    )
    const whole = [at, ...forms].join('\n').toLocaleLowerCase()
    return words.every(word => whole.includes(word))
  })
}

/** Translation coverage of a language, in total and by namespace. */
export function computeCoverage(written: LanguageTexts): LanguageCoverage {
  const { language, rows } = written
  const none = () => ({ total: 0, translated: 0, in_review: 0, overrides: 0, outdated: 0 })
  const whole = none()
  const parts = new Map<string, ReturnType<typeof none>>()
  for (const at of textKeys()) {
    const { namespace } = splitTextKey(at)
    const part = parts.get(namespace) ?? none()
    parts.set(namespace, part)
    const row = rows.get(at)
    for (const counts of [whole, part]) {
      counts.total += 1
      if (row?.published ?? bundledTexts()[language].get(at)) counts.translated += 1
      if (row?.status === 'review') counts.in_review += 1
      if (row?.published) counts.overrides += 1
      if (isOutdated(written, at)) counts.outdated += 1
    }
  }
  return { language, ...whole, namespaces: [...parts].map(([namespace, part]) => ({ namespace, ...part })) }
}
