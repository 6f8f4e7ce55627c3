import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

interface StartScreenState {
  name: string
  full_name: string
  zone: string
  preferences: { large_text?: boolean; voice?: boolean; high_contrast?: boolean }
  unread: number
  open_tasks: number
  help_is_coming: boolean
  last_checkin: string | null
}

const unseen = sql`family_messages.created_at > now() - interval '30 days' and author_id <> person_id and not exists (
  select from family_acknowledgements a where a.message_id = family_messages.id and a.person_id = family_messages.person_id)`

export async function getStartScreenState(db: Db, person: string): Promise<StartScreenState> {
  const { rows } = await sql<StartScreenState>`
    select coalesce(f.preferred_name, p.name) as name, p.name as full_name, p.time_zone as zone,
      coalesce(f.preferences, '{}') as preferences,
      (select count(*) from family_messages where person_id = p.id and ${unseen}) as unread,
      (select count(*) from care_tasks where assignee_id = p.id and status = 'open' and deleted_at is null) as open_tasks,
      exists (select from alerts where person_id = p.id and status <> 'resolved' and not test
        and owner_id is not null) as help_is_coming,
      (select max(recorded_at) from wellness_entries where person_id = p.id and kind = 'checkin') as last_checkin
    from people p left join profiles f on f.person_id = p.id where p.id = ${person}`.execute(db)
  return rows[0] as StartScreenState
}

/** Unacknowledged messages, oldest first. */
export async function listUnreadMessages(db: Db, person: string) {
  const { rows } = await sql<{ author: string; text: string }>`
    select p.name as author, text from family_messages join people p on p.id = author_id
    where person_id = ${person} and ${unseen}
    order by family_messages.created_at limit 5`.execute(db)
  return rows
}

/** The person or one of their carers; undefined for anyone else. */
export async function findAssignee(db: Db, person: string, key: string) {
  const { rows } = await sql<{ id: string; organization_id: string; name: string }>`
    select id, organization_id, name from people
    where (id::text = ${key} or user_id::text = ${key}) and deleted_at is null
      and (id = ${person} or id in (select caregiver_id from assignments
        where elderly_id = ${person} and ended_at is null))`.execute(db)
  return rows[0]
}
