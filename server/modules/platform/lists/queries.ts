import { sql } from 'kysely'
import { validate as isUuid, v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { ListPreferences, type lists, type NewView, type SavedView } from '#contract/platform/lists.ts'
import type { Db } from '#server/db/open.ts'
import type { Actor } from '#server/kit/call.ts'

const defaultPreferences: ListPreferences = {
  columns: null,
  density: 'compact',
  widths: {},
  pinned: [],
  default_view: null,
}
const keyOf = (list: string) => `list:${list}`

/** A person's preferences for a list, with defaults for unset fields. */
export async function getPreferences(db: Db, { id }: Actor, list: string): Promise<ListPreferences> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('person_id', '=', id)
    .where('key', '=', keyOf(list))
    .executeTakeFirst()
  const stored = ListPreferences.partial().safeParse(row?.value)
  return { ...defaultPreferences, ...stored.data }
}

/** Updates some preferences; others, possibly changed in another tab, are left alone. */
export async function prefer(
  db: Db,
  actor: Actor,
  list: string,
  part: Partial<ListPreferences>,
): Promise<ListPreferences> {
  await db
    .insertInto('settings')
    .values({ person_id: actor.id, key: keyOf(list), value: JSON.stringify(part) })
    .onConflict(conflict =>
      conflict.columns(['person_id', 'key']).doUpdateSet({
        value: sql`settings.value || excluded.value`,
        updated_at: sql`now()`,
      }),
    )
    .execute()
  return getPreferences(db, actor, list)
}

const shown = (db: Db, actor: Actor, list: string) =>
  db
    .selectFrom('saved_views')
    .innerJoin('people', 'people.id', 'saved_views.person_id')
    .select([
      'saved_views.id',
      'saved_views.name',
      'saved_views.search',
      'saved_views.shared',
      'people.name as owner_name',
      sql<boolean>`saved_views.person_id = ${actor.id}`.as('own'),
    ])
    .where('saved_views.resource', '=', list)
    .where(({ or, and, eb }) =>
      or([
        eb('saved_views.person_id', '=', actor.id),
        and([
          eb('saved_views.organization_id', '=', actor.organizationId),
          eb('saved_views.shared', '=', true),
          eb('people.deleted_at', 'is', null),
        ]),
      ]),
    )

/** The views visible to a person: their own first, then those shared in their organization. */
export const listViews = (db: Db, actor: Actor, list: string): Promise<SavedView[]> =>
  shown(db, actor, list).orderBy('own', 'desc').orderBy(sql`lower(saved_views.name)`).execute()

export const findView = (db: Db, actor: Actor, list: string, id: string): Promise<SavedView | undefined> =>
  shown(db, actor, list).where('saved_views.id', '=', id).executeTakeFirst()

/** Number of a person's saved views of a list. */
export async function countOwnViews(db: Db, { id }: Actor, list: string): Promise<number> {
  const { count } = await db
    .selectFrom('saved_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', id)
    .where('resource', '=', list)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertView(
  db: Db,
  actor: Actor,
  list: string,
  view: z.output<typeof NewView>,
): Promise<string> {
  const id = uuid()
  await db
    .insertInto('saved_views')
    .values({ id, organization_id: actor.organizationId, person_id: actor.id, resource: list, ...view })
    .execute()
  return id
}

/** Locks one of the caller's own views for an update; undefined if it is not theirs. */
export const lockOwnView = async (db: Db, { id: personId }: Actor, list: string, id: string) =>
  isUuid(id)
    ? db
        .selectFrom('saved_views')
        .select(['id', 'name', 'search', 'shared'])
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .where('resource', '=', list)
        .forUpdate()
        .executeTakeFirst()
    : undefined

export const updateView = (db: Db, id: string, part: BodyOf<typeof lists.changeView>) =>
  db
    .updateTable('saved_views')
    .set({ ...part, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

export const deleteView = (db: Db, id: string) => db.deleteFrom('saved_views').where('id', '=', id).execute()
