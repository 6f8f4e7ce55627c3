import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Notification, NotificationPreferences } from '#contract/alerts/notifications.ts'
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

export async function insertNotification(db: Db, notification: NewNotification): Promise<Notification> {
  return (await db
    .insertInto('notifications')
    .values({ ...notification, id: uuid() })
    .returning(columns)
    .executeTakeFirstOrThrow()) as Notification
}

export async function listNotifications(
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

/** Marks a person's notification as seen; the first time counts. */
export const acknowledgeNotification = async (db: Db, person: string, id: string) =>
  (await db
    .updateTable('notifications')
    .set({ acknowledged_at: sql`coalesce(acknowledged_at, now())` })
    .where(sql<boolean>`id::text = ${id}`)
    .where('person_id', '=', person)
    .returning(columns)
    .executeTakeFirst()) as Notification | undefined

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
