import { sql } from 'kysely'
import type { Language } from '#contract/kit/language.ts'
import type { Forms } from '#contract/localisation/text-rules.ts'
import type { TextAct, TextRevision } from '#contract/localisation/translations.ts'
import type { Db } from '#server/db/open.ts'
import { bundledTexts, placeOf } from './bundled.ts'
import type { Written } from './texts.ts'

/** A text that somebody has worked on. */
export interface TextRow {
  namespace: string
  key: string
  status: 'draft' | 'review' | 'published' | 'rolled_back'
  forms: Forms
  author_id: string
  author_name: string
  published: Forms | null
  published_source: Forms | null
  version: number
  updated_at: string
}

const rowsOf = (db: Db, language: string) =>
  db
    .selectFrom('translations')
    .innerJoin('people', 'people.id', 'translations.author_id')
    .where('translations.language', '=', language)
    .select([
      'namespace',
      'key',
      'translations.status',
      'forms',
      'author_id',
      'people.name as author_name',
      'published',
      'published_source',
      'translations.version',
      'translations.updated_at',
    ])

const byPlace = <Row extends { namespace: string; key: string }>(rows: readonly Row[]) =>
  new Map(rows.map(row => [`${row.namespace}:${row.key}`, row]))

/** The published texts of a language. */
export const publishedIn = async (db: Db, language: Language): Promise<Map<string, Forms>> => {
  const rows = await db
    .selectFrom('translations')
    .where('language', '=', language)
    .where('published', 'is not', null)
    .select(['namespace', 'key', 'published'])
    .orderBy('namespace')
    .orderBy('key')
    .execute()
  return new Map(rows.map(({ namespace, key, published }) => [`${namespace}:${key}`, published ?? {}]))
}

/** Grows with every act on a text of the language. */
export async function actsIn(db: Db, language: Language): Promise<number> {
  const { acts } = await db
    .selectFrom('translations')
    .where('language', '=', language)
    .select(sql<number>`coalesce(sum(version), 0)::float8`.as('acts'))
    .executeTakeFirstOrThrow()
  return acts
}

/** All that was written of the texts of a language, or of one of them. */
export async function writtenIn(db: Db, language: Language, at?: string): Promise<Written> {
  const place = at === undefined ? undefined : placeOf(at)
  // One after the other: within a transaction they share a connection.
  const rows = await rowsOf(db, language)
    .$if(place !== undefined, query =>
      query.where('namespace', '=', place?.namespace ?? '').where('key', '=', place?.key ?? ''),
    )
    .execute()
  const english = await publishedIn(db, 'en')
  const notes = await db.selectFrom('text_descriptions').selectAll().execute()
  return {
    language,
    rows: byPlace(rows),
    english: new Map([...bundledTexts().en, ...english]),
    descriptions: new Map([...byPlace(notes)].map(([name, { description }]) => [name, description])),
  }
}

/** Holds others off a text, or off all of a language, until the transaction ends; what nobody has worked on cannot be held. */
export async function hold(db: Db, language: Language, at?: string): Promise<void> {
  const place = at === undefined ? undefined : placeOf(at)
  await db
    .selectFrom('translations')
    .where('language', '=', language)
    .$if(place !== undefined, query =>
      query.where('namespace', '=', place?.namespace ?? '').where('key', '=', place?.key ?? ''),
    )
    .select('version')
    .orderBy('namespace')
    .orderBy('key')
    .forUpdate()
    .execute()
}

/** The acts on a text, the newest first. */
export async function historyOf(db: Db, language: Language, at: string): Promise<TextRevision[]> {
  const { namespace, key } = placeOf(at)
  const rows = await db
    .selectFrom('translation_revisions')
    .innerJoin('people', 'people.id', 'translation_revisions.author_id')
    .where('language', '=', language)
    .where('namespace', '=', namespace)
    .where('key', '=', key)
    .select(['number', 'act', 'forms', 'is_published', 'note', 'author_id', 'people.name', 'at'])
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ author_id, name, ...row }) => ({ ...row, author: { id: author_id, name } }))
}

/** What an act makes of a text. */
export interface Next {
  act: TextAct
  /** Who acts. */
  by: string
  status: TextRow['status']
  forms: Forms
  author_id: string
  published: Forms | null
  published_source: Forms | null
  /** Whether these forms go to the readers by it. */
  is_published?: boolean
  note?: string
}

const json = (forms: Forms | null) => (forms === null ? null : JSON.stringify(forms))

/**
 * Writes a text and the act that made it so.
 * @returns false where somebody else has written it first.
 */
export async function write(
  db: Db,
  language: Language,
  at: string,
  version: number,
  next: Next,
): Promise<boolean> {
  const { namespace, key } = placeOf(at)
  const values = {
    status: next.status,
    forms: JSON.stringify(next.forms),
    author_id: next.author_id,
    published: json(next.published),
    published_source: json(next.published_source),
  }
  const written = await (version === 0
    ? db
        .insertInto('translations')
        .values({ language, namespace, key, ...values })
        .onConflict(conflict => conflict.doNothing())
        .returning('version')
        .executeTakeFirst()
    : db
        .updateTable('translations')
        .set({ ...values, version: version + 1, updated_at: sql`now()` })
        .where('language', '=', language)
        .where('namespace', '=', namespace)
        .where('key', '=', key)
        .where('version', '=', version)
        .returning('version')
        .executeTakeFirst())
  if (!written) return false
  await db
    .insertInto('translation_revisions')
    .values({
      language,
      namespace,
      key,
      number: written.version,
      act: next.act,
      forms: values.forms,
      is_published: next.is_published ?? false,
      note: next.note ?? null,
      author_id: next.by,
    })
    .execute()
  return true
}

/** Keeps what translators should know of a text; nothing of it where that is empty. */
export async function keepDescription(db: Db, at: string, description: string): Promise<void> {
  const place = placeOf(at)
  if (description === '') {
    await db
      .deleteFrom('text_descriptions')
      .where('namespace', '=', place.namespace)
      .where('key', '=', place.key)
      .execute()
    return
  }
  await db
    .insertInto('text_descriptions')
    .values({ ...place, description })
    .onConflict(conflict => conflict.columns(['namespace', 'key']).doUpdateSet({ description }))
    .execute()
}
