import { sql } from 'kysely'
import type { Language } from '#contract/kit/language.ts'
import type { ProposalOrigin, TextAct, TextRevision } from '#contract/localisation/interface-texts.ts'
import type { Forms } from '#contract/localisation/text-forms.ts'
import type { Db } from '#server/db/open.ts'
import { splitTextKey } from './bundled.ts'

/** A text that was edited. */
export interface TextRow {
  namespace: string
  key: string
  status: 'draft' | 'review' | 'published' | 'rolled_back'
  forms: Forms
  author_id: string
  author_name: string
  published: Forms | null
  published_source: Forms | null
  proposal_id: string | null
  proposal: ProposalOrigin | null
  version: number
  updated_at: string
}

/** What a translation or a revision began with; `null` if no machine proposed it. */
const originOf = (table: 'translations' | 'translation_revisions') =>
  sql<ProposalOrigin | null>`(select json_build_object('model', model, 'is_edited', proposed.forms <> ${sql.ref(`${table}.forms`)})
    from text_proposals as proposed where proposed.id = ${sql.ref(`${table}.proposal_id`)})`.as('proposal')

const selectTexts = (db: Db, language: string) =>
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
      'proposal_id',
      'translations.version',
      'translations.updated_at',
      originOf('translations'),
    ])

const byPlace = <Row extends { namespace: string; key: string }>(rows: readonly Row[]) =>
  new Map(rows.map(row => [`${row.namespace}:${row.key}`, row]))

/** The published texts of a language. */
export const listPublished = async (db: Db, language: Language): Promise<Map<string, Forms>> => {
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

/** Increases with every revision of the language. */
export async function countRevisions(db: Db, language: Language): Promise<number> {
  const { revisions } = await db
    .selectFrom('translations')
    .where('language', '=', language)
    .select(sql<number>`coalesce(sum(version), 0)::float8`.as('revisions'))
    .executeTakeFirstOrThrow()
  return revisions
}

/** The edited texts of a language, or one of them, by `<namespace>:<key>`. */
export async function listTexts(db: Db, language: Language, at?: string): Promise<Map<string, TextRow>> {
  const address = at === undefined ? undefined : splitTextKey(at)
  const rows = await selectTexts(db, language)
    .$if(address !== undefined, query =>
      query.where('namespace', '=', address?.namespace ?? '').where('key', '=', address?.key ?? ''),
    )
    .execute()
  return byPlace(rows)
}

/** The notes for translators by `<namespace>:<key>`. */
export async function listDescriptions(db: Db): Promise<Map<string, string>> {
  const notes = await db.selectFrom('text_descriptions').selectAll().execute()
  return new Map([...byPlace(notes)].map(([name, { description }]) => [name, description]))
}

/** Changes with every revision of a text of the language. */
export async function revisionToken(db: Db, language: Language): Promise<string> {
  const { revisions, latest } = await db
    .selectFrom('translations')
    .where('language', '=', language)
    .select([
      sql<number>`coalesce(sum(version), 0)::float8`.as('revisions'),
      sql<string | null>`max(updated_at)::text`.as('latest'),
    ])
    .executeTakeFirstOrThrow()
  return `${revisions} ${latest}`
}

/** Locks a text, or all texts of a language, until the transaction ends; texts that were never edited have no row to lock. */
export async function lockTexts(db: Db, language: Language, at?: string): Promise<void> {
  const address = at === undefined ? undefined : splitTextKey(at)
  await db
    .selectFrom('translations')
    .where('language', '=', language)
    .$if(address !== undefined, query =>
      query.where('namespace', '=', address?.namespace ?? '').where('key', '=', address?.key ?? ''),
    )
    .select('version')
    .orderBy('namespace')
    .orderBy('key')
    .forUpdate()
    .execute()
}

/** The acts on a text, the newest first. */
export async function listRevisions(db: Db, language: Language, at: string): Promise<TextRevision[]> {
  const { namespace, key } = splitTextKey(at)
  const rows = await db
    .selectFrom('translation_revisions')
    .innerJoin('people', 'people.id', 'translation_revisions.author_id')
    .where('language', '=', language)
    .where('namespace', '=', namespace)
    .where('key', '=', key)
    .select(['number', 'act', 'forms', 'is_published', 'note', 'author_id', 'people.name', 'at'])
    .select(originOf('translation_revisions'))
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ author_id, name, ...row }) => ({ ...row, author: { id: author_id, name } }))
}

export interface NewRevision {
  act: TextAct
  /** Author of the revision. */
  by: string
  status: TextRow['status']
  forms: Forms
  author_id: string
  published: Forms | null
  published_source: Forms | null
  /** The machine's proposal that the forms began with. */
  proposal_id: string | null
  /** Whether the revision publishes its forms. */
  is_published?: boolean
  note?: string
}

const json = (forms: Forms | null) => (forms === null ? null : JSON.stringify(forms))

/**
 * Writes a text and its revision.
 * @returns false if the version is outdated
 */
export async function writeRevision(
  db: Db,
  language: Language,
  at: string,
  version: number,
  next: NewRevision,
): Promise<boolean> {
  const { namespace, key } = splitTextKey(at)
  const values = {
    status: next.status,
    forms: JSON.stringify(next.forms),
    author_id: next.author_id,
    published: json(next.published),
    published_source: json(next.published_source),
    proposal_id: next.proposal_id,
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
      proposal_id: next.proposal_id,
    })
    .execute()
  return true
}

/** Sets the notes for translators; an empty text deletes them. */
export async function saveDescription(db: Db, at: string, description: string): Promise<void> {
  const address = splitTextKey(at)
  if (description === '') {
    await db
      .deleteFrom('text_descriptions')
      .where('namespace', '=', address.namespace)
      .where('key', '=', address.key)
      .execute()
    return
  }
  await db
    .insertInto('text_descriptions')
    .values({ ...address, description })
    .onConflict(conflict => conflict.columns(['namespace', 'key']).doUpdateSet({ description }))
    .execute()
}
