import { type RawBuilder, sql } from 'kysely'

/** The address of a person's record in the console, from the alias of their row. */
export const personPath = (alias: string): RawBuilder<string> => sql`
  case ${sql.ref(`${alias}.role`)} when 'elderly_user' then '/users/elderly/' when 'caregiver' then '/users/caregivers/'
    when 'family_member' then '/users/family/' else '/users/admins/' end || ${sql.ref(`${alias}.id`)}`

/** The address of a conversation, or of a turn of it. */
export const conversationPath = (
  id: RawBuilder<unknown>,
  messageId?: RawBuilder<unknown>,
): RawBuilder<string> =>
  messageId
    ? sql`'/conversations?session=' || ${id} || coalesce('&message=' || ${messageId}, '')`
    : sql`'/conversations?session=' || ${id}`
