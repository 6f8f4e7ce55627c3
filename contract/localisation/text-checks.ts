import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { may } from '../kit/permissions.ts'
import { checkGroups, checkLevels, textChecks } from './checks/checks.ts'
import { TextForms, TextLanguage, TextWithHistory } from './interface-texts.ts'

export const TextCheckName = z.enum(textChecks)
const Level = z.enum(checkLevels)
const Levels = z.partialRecord(TextCheckName, Level)

/** A quality check and where its level was changed. */
export const TextCheckSetting = z.object({
  check: TextCheckName,
  group: z.enum(checkGroups),
  /** The level unless changed. */
  default_level: Level,
  /** Whether the check always blocks, because the console or its readers depend on it. */
  is_required: z.boolean(),
  /** Whether the check compares with the English text and so does not apply to English. */
  is_comparing: z.boolean(),
})

export const TextCheckSettings = z.object({
  checks: z.array(TextCheckSetting),
  /** Levels for all languages that differ from the default. */
  all: Levels,
  /** Levels for a language, which come first. */
  languages: z.partialRecord(TextLanguage, Levels),
})
export type TextCheckSettings = z.infer<typeof TextCheckSettings>

const path = '/api/translations'

export const textCheckCalls = {
  settings: endpoint({
    method: 'GET',
    path: `${path}/checks`,
    summary: 'Get the quality checks of interface texts and their levels',
    access: may('translations', 'list'),
    reply: TextCheckSettings,
  }),
  configure: endpoint({
    method: 'PUT',
    path: `${path}/checks/{check}`,
    summary: 'Set the level of a quality check, for all languages or for one',
    access: may('translations', 'approve'),
    body: z.strictObject({
      /** Null for all languages. */
      language: TextLanguage.nullable(),
      /** Null for the default, or for the level of all languages. */
      level: Level.nullable(),
    }),
    reply: TextCheckSettings,
  }),
  counts: endpoint({
    method: 'GET',
    path: `${path}/findings`,
    summary: 'Count the texts with findings of a language by check, without dismissed findings',
    access: may('translations', 'list'),
    query: z.strictObject({ language: TextLanguage.default('es') }),
    reply: z.object({
      /** Texts with at least one finding. */
      total: z.int(),
      checks: z.array(z.object({ check: TextCheckName, texts: z.int() })),
    }),
  }),
  related: endpoint({
    method: 'GET',
    path: `${path}/{id}/related`,
    summary: 'Find texts with the same source, and texts with a given translation of another source',
    access: may('translations', 'show'),
    query: z.strictObject({ text: z.string().max(500).default('') }),
    reply: z.object({
      same_source: z.array(z.object({ id: z.string(), forms: TextForms })),
      same_translation: z.array(z.object({ id: z.string(), source: TextForms })),
    }),
  }),
  dismiss: endpoint({
    method: 'PUT',
    path: `${path}/{id}/dismissals/{check}`,
    summary: 'Dismiss the findings of a check in a text until its translation or source changes',
    access: may('translations', 'update'),
    body: z.strictObject({
      /** The translation, saved or not, that the dismissal is for. */
      forms: TextForms,
      reason: z.string().trim().min(1).max(500),
    }),
    reply: TextWithHistory,
  }),
  restore: endpoint({
    method: 'DELETE',
    path: `${path}/{id}/dismissals/{check}`,
    summary: 'Report the findings of a check in a text again',
    access: may('translations', 'update'),
    status: 200,
    reply: TextWithHistory,
  }),
}
