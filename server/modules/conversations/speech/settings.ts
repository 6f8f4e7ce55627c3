import { sql } from 'kysely'
import { LanguageSettings } from '#contract/conversations/speech.ts'
import type { Db } from '#server/db/open.ts'

/** The workspace's setting that holds the chosen voices. */
const key = 'language_settings'

/** The chosen voice of each language; empty until somebody chooses. */
export async function languageSettings(db: Db): Promise<LanguageSettings> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('person_id', 'is', null)
    .where('key', '=', key)
    .executeTakeFirst()
  return LanguageSettings.catch({}).parse(row?.value ?? {})
}

/** Adds choices to those that there are, so that two people choosing at once do not undo each other. */
export async function keepLanguageSettings(db: Db, chosen: LanguageSettings): Promise<void> {
  const value = JSON.stringify(chosen)
  await db
    .insertInto('settings')
    .values({ person_id: null, key, value })
    .onConflict(conflict =>
      conflict
        .columns(['person_id', 'key'])
        .doUpdateSet({ value: sql`settings.value || ${value}::jsonb`, updated_at: sql`now()` }),
    )
    .execute()
}
