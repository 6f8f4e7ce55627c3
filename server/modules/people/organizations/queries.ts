import type { Db } from '#server/db/open.ts'

/** Zone and language that new people of an organization start with; undefined for an unknown organization. */
export const getOrganizationDefaults = (db: Db, id: string) =>
  db.selectFrom('organizations').select(['time_zone', 'locale']).where('id', '=', id).executeTakeFirst()
