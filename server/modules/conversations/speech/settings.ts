import { sql } from 'kysely'
import { LanguageSettings } from '#contract/conversations/speech.ts'
import type { Db } from '#server/db/open.ts'

/** Key of the workspace setting. */
const key = 'language_settings'

/** The chosen voice of each language. */
export async function getLanguageSettings(db: Db): Promise<LanguageSettings> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('person_id', 'is', null)
    .where('key', '=', key)
    .executeTakeFirst()
  return LanguageSettings.catch({}).parse(row?.value ?? {})
}

/** Merges choices in the database, so that concurrent changes to different languages are both kept. */
export async function saveLanguageSettings(db: Db, chosen: LanguageSettings): Promise<void> {
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
