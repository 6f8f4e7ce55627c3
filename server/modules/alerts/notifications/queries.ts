import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { maxUnread, type Notification, NotificationPreferences } from '#contract/alerts/notifications.ts'
import type { Language } from '#contract/kit/language.ts'
import type { Db } from '#server/db/open.ts'

const key = 'notifications'

/** A person's notification preferences, or the defaults. */
export async function getPreferences(db: Db, person: string): Promise<NotificationPreferences> {
  const setting = await db
    .selectFrom('settings')
    .select('value')
    .where('person_id', '=', person)
    .where('key', '=', key)
    .executeTakeFirst()
  return NotificationPreferences.parse(setting?.value ?? {})
}

export async function savePreferences(db: Db, person_id: string, preferences: NotificationPreferences) {
  const value = JSON.stringify(preferences)
  await db
    .insertInto('settings')
    .values({ person_id, key, value })
    .onConflict(conflict =>
      conflict.columns(['person_id', 'key']).doUpdateSet({ value, updated_at: sql`now()` }),
    )
    .execute()
}

const columns = [
  'id',
  'kind',
  'title',
  'body',
  'path',
  'created_at',
  'acknowledged_at',
  'deliver_at',
  'devices',
] as const

export interface NewNotification {
  /** By default a new one. */
  id?: string
  organization_id: string
  person_id: string
  kind: Notification['kind']
  title: string
  body: string
  path: string | null
  deliver_at: string | null
  devices: number
}

/** Stores a notification. @returns undefined if one with its id exists */
export const insertNotification = async (db: Db, notification: NewNotification) =>
  (await db
    .insertInto('notifications')
    .values({ ...notification, id: notification.id ?? uuid() })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning(columns)
    .executeTakeFirst()) as Notification | undefined

/** The place of a person's notification in their history; no row for those of others. */
const placeOf = (person: string, id: string) =>
  sql`(select created_at, id from notifications where id = ${id} and person_id = ${person})`

export async function listNotifications(
  db: Db,
  person: string,
  { limit, offset, before }: { limit: number; offset: number; before?: string | undefined },
) {
  const own = db.selectFrom('notifications').where('person_id', '=', person)
  const counts = await own
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where acknowledged_at is null)`.as('unacknowledged'),
    ])
    .executeTakeFirstOrThrow()
  const rows = await own
    .select(columns)
    .$if(before !== undefined, query =>
      query.where(sql<boolean>`(created_at, id) < ${placeOf(person, before as string)}`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { ...counts, notifications: rows as Notification[] }
}

/** Marks a person's notification as seen; the first time counts. */
export const acknowledgeNotification = async (db: Db, person: string, id: string) =>
  (await db
    .updateTable('notifications')
    .set({ acknowledged_at: sql`coalesce(acknowledged_at, now())` })
    .where(sql<boolean>`id::text = ${id}`)
    .where('person_id', '=', person)
    .returning(columns)
    .executeTakeFirst()) as Notification | undefined

/** Marks a person's notification as not seen. */
export const unacknowledgeNotification = async (db: Db, person: string, id: string) =>
  (await db
    .updateTable('notifications')
    .set({ acknowledged_at: null })
    .where(sql<boolean>`id::text = ${id}`)
    .where('person_id', '=', person)
    .returning(columns)
    .executeTakeFirst()) as Notification | undefined

/** Marks a person's notifications as seen, from one of them back. @returns how many were not seen before */
export async function acknowledgeThrough(db: Db, person: string, id: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ acknowledged_at: sql`now()` })
    .where('person_id', '=', person)
    .where('acknowledged_at', 'is', null)
    .where(sql<boolean>`(created_at, id) <= ${placeOf(person, id)}`)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Counts a person's notifications that they have not seen, up to {@link maxUnread}. */
export async function countUnread(db: Db, person: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (select from notifications
      where person_id = ${person} and acknowledged_at is null limit ${maxUnread}) as counted`.execute(db)
  return rows[0]?.unread ?? 0
}

const templateColumns = ['id', 'name', 'language', 'title', 'body', 'created_at'] as const

export const listTemplates = (db: Db, organization: string) =>
  db
    .selectFrom('notification_templates')
    .select(templateColumns)
    .$narrowType<{ language: Language }>()
    .where('organization_id', '=', organization)
    .orderBy('name')
    .orderBy('language')
    .execute()

export const upsertTemplate = (
  db: Db,
  organization_id: string,
  template: { name: string; language: Language; title: string; body: string },
) =>
  db
    .insertInto('notification_templates')
    .values({ ...template, id: uuid(), organization_id })
    .onConflict(conflict =>
      conflict
        .columns(['organization_id', 'name', 'language'])
        .doUpdateSet({ title: template.title, body: template.body }),
    )
    .returning(templateColumns)
    .$narrowType<{ language: Language }>()
    .executeTakeFirstOrThrow()

/** Names of a person and of their organization, with its time zone. */
export const getSenderNames = (db: Db, person: string) =>
  db
    .selectFrom('people')
    .innerJoin('organizations', 'organizations.id', 'people.organization_id')
    .select(['people.name', 'organizations.name as organization', 'organizations.time_zone as zone'])
    .where('people.id', '=', person)
    .executeTakeFirstOrThrow()
