import { z } from 'zod'
import type { Language } from '#contract/kit/language.ts'
import type { TextCheck } from '#contract/localisation/checks/checks.ts'
import { type CheckSettings, checkLevels, textChecks } from '#contract/localisation/checks/checks.ts'
import type { TextDismissal } from '#contract/localisation/interface-texts.ts'
import type { Forms } from '#contract/localisation/text-forms.ts'
import type { Db } from '#server/db/open.ts'
import { splitTextKey } from '../bundled.ts'

/** The workspace's setting that holds the levels of checks. */
const settingKey = 'text_checks'

/** Stored settings outlive releases: unknown checks and levels are left out. */
const StoredLevels = z
  .record(z.string(), z.string())
  .transform(levels =>
    Object.fromEntries(
      Object.entries(levels).filter(
        ([check, level]) =>
          (textChecks as string[]).includes(check) && (checkLevels as readonly string[]).includes(level),
      ),
    ),
  )
const StoredSettings = z.object({
  all: StoredLevels.default({}),
  languages: z.record(z.string(), StoredLevels).default({}),
})

/** The levels that were changed. @param lock whether to keep others from changing them until the transaction ends */
export async function loadSettings(db: Db, lock = false): Promise<CheckSettings> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('person_id', 'is', null)
    .where('key', '=', settingKey)
    .$if(lock, query => query.forUpdate())
    .executeTakeFirst()
  const { data } = StoredSettings.safeParse(row?.value)
  return (data ?? { all: {}, languages: {} }) as CheckSettings
}

export async function saveSettings(db: Db, settings: CheckSettings): Promise<void> {
  const value = JSON.stringify(settings)
  const updated_at = new Date().toISOString()
  await db
    .insertInto('settings')
    .values({ person_id: null, key: settingKey, value, updated_at })
    .onConflict(conflict => conflict.columns(['person_id', 'key']).doUpdateSet({ value, updated_at }))
    .execute()
}

/** Creates the row that {@link loadSettings} locks. */
export const ensureSettings = (db: Db) =>
  db
    .insertInto('settings')
    .values({ person_id: null, key: settingKey, value: JSON.stringify({ all: {}, languages: {} }) })
    .onConflict(conflict => conflict.columns(['person_id', 'key']).doNothing())
    .execute()

export interface StoredDismissal extends TextDismissal {
  source: Forms
}

/** Dismissals in a language by `<namespace>:<key>`, or those of one text. */
export async function loadDismissals(
  db: Db,
  language: Language,
  at?: string,
): Promise<ReadonlyMap<string, StoredDismissal[]>> {
  const address = at === undefined ? undefined : splitTextKey(at)
  const rows = await db
    .selectFrom('text_dismissals')
    .innerJoin('people', 'people.id', 'text_dismissals.author_id')
    .where('language', '=', language)
    .$if(address !== undefined, query =>
      query.where('namespace', '=', address?.namespace ?? '').where('key', '=', address?.key ?? ''),
    )
    .select(['namespace', 'key', 'check_name', 'source', 'forms', 'reason', 'author_id', 'people.name', 'at'])
    .orderBy('at')
    .execute()
  const dismissals = new Map<string, StoredDismissal[]>()
  for (const { namespace, key, check_name: check, author_id, name, ...row } of rows) {
    const place = `${namespace}:${key}`
    const dismissal = { ...row, check, author: { id: author_id, name } }
    dismissals.set(place, [...(dismissals.get(place) ?? []), dismissal])
  }
  return dismissals
}

interface NewDismissal {
  language: Language
  at: string
  check: TextCheck
  source: Forms
  forms: Forms
  reason: string
  by: string
}

/** Stores a dismissal in place of an earlier one of the same check. */
export async function saveDismissal(
  db: Db,
  { language, at, check, source, forms, reason, by }: NewDismissal,
): Promise<void> {
  const values = {
    source: JSON.stringify(source),
    forms: JSON.stringify(forms),
    reason,
    author_id: by,
    at: new Date().toISOString(),
  }
  await db
    .insertInto('text_dismissals')
    .values({ language, ...splitTextKey(at), check_name: check, ...values })
    .onConflict(conflict =>
      conflict.columns(['language', 'namespace', 'key', 'check_name']).doUpdateSet(values),
    )
    .execute()
}

/** @returns false if there was none */
export async function deleteDismissal(
  db: Db,
  language: Language,
  at: string,
  check: TextCheck,
): Promise<boolean> {
  const { namespace, key } = splitTextKey(at)
  const { numDeletedRows } = await db
    .deleteFrom('text_dismissals')
    .where('language', '=', language)
    .where('namespace', '=', namespace)
    .where('key', '=', key)
    .where('check_name', '=', check)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
