import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Notification, NotificationPreferences } from '#contract/alerts/notifications.ts'
import type { Language } from '#contract/kit/language.ts'
import type { Db } from '#server/db/open.ts'

const key = 'notifications'

/** What somebody chose; what holds for everybody who has not chosen yet. */
export async function preferencesOf(db: Db, person: string): Promise<NotificationPreferences> {
  const found = await db
    .selectFrom('settings')
    .select('value')
    .where('person_id', '=', person)
    .where('key', '=', key)
    .executeTakeFirst()
  return NotificationPreferences.parse(found?.value ?? {})
}

export async function keepPreferences(db: Db, person_id: string, preferences: NotificationPreferences) {
  const value = JSON.stringify(preferences)
  await db
    .insertInto('settings')
    .values({ person_id, key, value })
    .onConflict(held => held.columns(['person_id', 'key']).doUpdateSet({ value, updated_at: sql`now()` }))
    .execute()
}

const columns = [
  'id',
  'kind',
  'title',
  'body',
  'created_at',
  'acknowledged_at',
  'deliver_at',
  'devices',
] as const

export interface NewNotification {
  organization_id: string
  person_id: string
  kind: Notification['kind']
  title: string
  body: string
  deliver_at: string | null
  devices: number
}

export async function keepNotification(db: Db, given: NewNotification): Promise<Notification> {
  return (await db
    .insertInto('notifications')
    .values({ ...given, id: uuid() })
    .returning(columns)
    .executeTakeFirstOrThrow()) as Notification
}

export async function historyOf(
  db: Db,
  person: string,
  { limit, offset }: { limit: number; offset: number },
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
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { ...counts, notifications: rows as Notification[] }
}

/** Notes that somebody saw a notification of theirs; the first time counts. */
export const acknowledge = async (db: Db, person: string, id: string) =>
  (await db
    .updateTable('notifications')
    .set({ acknowledged_at: sql`coalesce(acknowledged_at, now())` })
    .where(sql<boolean>`id::text = ${id}`)
    .where('person_id', '=', person)
    .returning(columns)
    .executeTakeFirst()) as Notification | undefined

const kept = ['id', 'name', 'language', 'title', 'body', 'created_at'] as const

export const templatesOf = (db: Db, organization: string) =>
  db
    .selectFrom('notification_templates')
    .select(kept)
    .$narrowType<{ language: Language }>()
    .where('organization_id', '=', organization)
    .orderBy('name')
    .orderBy('language')
    .execute()

export const keepTemplate = (
  db: Db,
  organization_id: string,
  template: { name: string; language: Language; title: string; body: string },
) =>
  db
    .insertInto('notification_templates')
    .values({ ...template, id: uuid(), organization_id })
    .onConflict(held =>
      held
        .columns(['organization_id', 'name', 'language'])
        .doUpdateSet({ title: template.title, body: template.body }),
    )
    .returning(kept)
    .$narrowType<{ language: Language }>()
    .executeTakeFirstOrThrow()

/** The name of an organization, and the person’s there. */
export const namesOf = (db: Db, person: string) =>
  db
    .selectFrom('people')
    .innerJoin('organizations', 'organizations.id', 'people.organization_id')
    .select(['people.name', 'organizations.name as organization', 'organizations.time_zone as zone'])
    .where('people.id', '=', person)
    .executeTakeFirstOrThrow()
