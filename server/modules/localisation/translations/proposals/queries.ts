import { sql } from 'kysely'
import type { Language } from '#contract/kit/language.ts'
import type { Forms } from '#contract/localisation/text-forms.ts'
import type { Db } from '#server/db/open.ts'
import { splitTextKey } from '../bundled.ts'

/**
 * Records a request for a proposal, and deletes those of the week before that nobody took over.
 * @returns false if the last 24 hours have as many as allowed
 */
export async function startProposal(
  db: Db,
  { id, language, at, model }: { id: string; language: Language; at: string; model: string },
  maxPerDay: number,
): Promise<boolean> {
  const { namespace, key } = splitTextKey(at)
  await sql`delete from text_proposals where at < now() - interval '7 days'
    and not exists (select from translations where proposal_id = text_proposals.id)
    and not exists (select from translation_revisions where proposal_id = text_proposals.id)`.execute(db)
  const { rows } = await sql`insert into text_proposals (id, language, namespace, key, model)
    select ${id}, ${language}, ${namespace}, ${key}, ${model}
    where (select count(*) from text_proposals where at > now() - interval '1 day') < ${maxPerDay}
    returning id`.execute(db)
  return rows.length > 0
}

/** Stores what was proposed. */
export const storeProposal = (db: Db, id: string, forms: Forms) =>
  db
    .updateTable('text_proposals')
    .set({ forms: JSON.stringify(forms) })
    .where('id', '=', id)
    .execute()

/** The id of the proposal of a text that has the given forms, else of the one that is given. */
export async function findProposal(
  db: Db,
  language: Language,
  at: string,
  forms: Forms,
  given = '',
): Promise<string | undefined> {
  const { namespace, key } = splitTextKey(at)
  const isSame = sql<boolean>`forms = ${JSON.stringify(forms)}::jsonb`
  const found = await db
    .selectFrom('text_proposals')
    .where('language', '=', language)
    .where('namespace', '=', namespace)
    .where('key', '=', key)
    .where('forms', 'is not', null)
    .where(({ or, eb }) => or([isSame, eb(sql`id::text`, '=', given)]))
    .select('id')
    .orderBy(isSame, 'desc')
    .orderBy(sql`id::text = ${given}`, 'desc')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}
