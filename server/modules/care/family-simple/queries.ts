import { sql } from 'kysely'
import type { FamilyMessage, FeedItem } from '#contract/care/family-simple.ts'
import type { CareFacts } from '#contract/care/wellbeing.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import { rowScope, visibleAlerts } from '#server/kit/table/scope.ts'

/** The person and their carers, who see each other's messages. */
export async function listCircle(db: Db, person: string) {
  const { rows } = await sql<{ id: string; organization_id: string; name: string }>`
    select id, organization_id, name from people
    where deleted_at is null and status = 'active' and (id = ${person} or id in (
      select caregiver_id from assignments where elderly_id = ${person} and ended_at is null))
    order by id`.execute(db)
  return rows
}

/** Elderly users in the caller's scope, by id. */
export async function listElderlyInScope(
  call: AuthenticatedCall,
  limit: number,
): Promise<AccessiblePerson[]> {
  const { rows } = await sql<AccessiblePerson>`
    select id, user_id, organization_id, role from people
    where role = 'elderly_user' and status = 'active' and deleted_at is null
      and ${rowScope(call, { organization: 'organization_id', person: 'id' })}
    order by id limit ${limit}`.execute(call.db)
  return rows
}

export interface MessageRow {
  id: string
  organization_id: string
  person_id: string
  author_id: string
  kind: FamilyMessage['kind']
  text: string
  media_id: string | null
}

/** Inserts a message. @returns false if the id exists */
export async function insertMessage(db: Db, message: MessageRow): Promise<boolean> {
  const made = await db
    .insertInto('family_messages')
    .values(message)
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

type MessageWithMedia = Omit<FamilyMessage, 'media'> & {
  person_id: string
  media_id: string | null
  width: number
  height: number
  bytes: number
}

const toMessage = ({
  person_id: _,
  media_id,
  width,
  height,
  bytes,
  ...message
}: MessageWithMedia): FamilyMessage => ({
  ...message,
  media:
    (media_id && {
      id: media_id,
      url: `/api/mobile/v1/family-simple/media/${media_id}?user_id=${message.user_id}`,
      width,
      height,
      bytes,
    }) ||
    null,
})

const messages = sql`
  select m.id, m.person_id, p.user_id, m.kind, m.author_id, a.name as author_name, m.text, m.created_at, m.media_id,
    f.width, f.height, length(f.content) as bytes,
    coalesce((select jsonb_agg(jsonb_build_object('person_id', s.person_id, 'name', w.name,
        'at', to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.at, w.name)
      from family_acknowledgements s join people w on w.id = s.person_id where s.message_id = m.id), '[]') as acknowledged
  from family_messages m join people p on p.id = m.person_id join people a on a.id = m.author_id
  left join family_media f on f.id = m.media_id`

/** A message with its acknowledgements. */
export async function findMessage(
  db: Db,
  where: { id: string; person_id?: string },
): Promise<(FamilyMessage & { person_id: string }) | null> {
  const { rows } = await sql<MessageWithMedia>`${messages}
    where m.id::text = ${where.id} and ${where.person_id ? sql`m.person_id = ${where.person_id}` : sql`true`}`.execute(
    db,
  )
  const [row] = rows
  return row ? { ...toMessage(row), person_id: row.person_id } : null
}

/** The messages of a person's circle, newest first, optionally before an instant. */
export async function listMessages(
  db: Db,
  person: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<FamilyMessage[]> {
  const { rows } = await sql<MessageWithMedia>`${messages}
    where m.person_id = ${person} and ${before ? sql`m.created_at < ${before}` : sql`true`}
    order by m.created_at desc, m.id desc limit ${limit}`.execute(db)
  return rows.map(toMessage)
}

/** The person whose circle a message belongs to, if it is in the caller's scope. */
export async function findAccessibleMessageOwner(
  call: AuthenticatedCall,
  id: string,
): Promise<AccessiblePerson | null> {
  const { rows } = await sql<AccessiblePerson>`
    select p.id, p.user_id, p.organization_id, p.role from family_messages m join people p on p.id = m.person_id
    where m.id::text = ${id} and ${rowScope(call, { organization: 'm.organization_id', person: 'm.person_id' })}`.execute(
    call.db,
  )
  return rows[0] ?? null
}

export const insertAcknowledgement = (db: Db, message_id: string, person_id: string) =>
  db
    .insertInto('family_acknowledgements')
    .values({ message_id, person_id })
    .onConflict(conflict => conflict.doNothing())
    .execute()

/** A picture in the caller's scope. */
export async function findAccessiblePicture(call: AuthenticatedCall, id: string) {
  const { rows } = await sql<{ type: string; content: Buffer }>`
    select type, content from family_media
    where id::text = ${id} and ${rowScope(call, { organization: 'organization_id', person: 'person_id' })}`.execute(
    call.db,
  )
  return rows[0] ?? null
}

/** Recent activity around a person, newest first, with the total count. */
export async function listFeed(
  call: AuthenticatedCall,
  person: string,
  { hours, limit, kinds }: { hours: number; limit: number; kinds: readonly FeedItem['kind'][] },
): Promise<{ items: FeedItem[]; total: number }> {
  const since = new Date(Date.now() - hours * 3_600_000).toISOString()
  const { rows } = await sql<FeedItem & { total: number }>`
    select happened.id, happened.kind, type, at, p.name as by_name, text, count(*) over () as total from (
      select id, 'message' as kind, kind as type, created_at as at, author_id as by, text from family_messages
        where person_id = ${person} and created_at > ${since}
      union all
      select id, 'diary', kind, recorded_at, recorded_by, null from wellness_entries
        where person_id = ${person} and recorded_at > ${since}
      union all
      select id, 'alert', type, raised_at, null, null from alerts
        where person_id = ${person} and raised_at > ${since} and not test and ${visibleAlerts(call)}
      union all
      select id, 'task', status, updated_at, created_by, title from care_tasks
        where person_id = ${person} and updated_at > ${since} and deleted_at is null
    ) happened left join people p on p.id = happened.by
    where happened.kind = any(${kinds})
    order by at desc, happened.id desc limit ${limit}`.execute(call.db)
  return { items: rows.map(({ total: _, ...item }) => item), total: rows[0]?.total ?? 0 }
}

/** The inputs of a person's status, except doses. */
export async function getKnown(
  call: AuthenticatedCall,
  person: string,
): Promise<Omit<CareFacts, 'missed_dose_at'> & { name: string; openAlerts: number }> {
  const latest = (kind: string) => sql`(select max(recorded_at) from wellness_entries
    where person_id = p.id and kind = ${kind} and recorded_at > now() - interval '1 year')`
  const { rows } = await sql<{
    name: string
    open_alerts: number
    alert_at: string | null
    checkin_at: string | null
    feeling: string | null
    severe_at: string | null
    diary_at: string | null
    devices: number
    device_at: string | null
    heard_until: string | null
  }>`
    select p.name, a.open_alerts, a.alert_at, ${latest('checkin')} as checkin_at,
      (select value ->> 'feeling' from wellness_entries where person_id = p.id and kind = 'checkin'
        order by recorded_at desc, id desc limit 1) as feeling,
      (select max(recorded_at) from wellness_entries where person_id = p.id and kind = 'symptoms'
        and value ->> 'severity' = 'severe') as severe_at,
      (select max(recorded_at) from wellness_entries where person_id = p.id) as diary_at,
      d.devices, d.device_at, d.heard_until
    from people p
    cross join lateral (select count(*) as open_alerts, max(raised_at) as alert_at from alerts
      where person_id = p.id and status <> 'resolved' and not test and ${visibleAlerts(call)}) a
    cross join lateral (select count(*) as devices, max(last_seen_at) as device_at,
        max(last_seen_at + report_interval_seconds * interval '3 seconds') as heard_until
      from devices where person_id = p.id and deleted_at is null and status <> 'retired') d
    where p.id = ${person}`.execute(call.db)
  const row = rows[0] as (typeof rows)[number]
  return {
    name: row.name,
    openAlerts: row.open_alerts,
    open_alert_at: row.alert_at,
    checkin: row.checkin_at ? { at: row.checkin_at, feeling: row.feeling ?? '' } : null,
    severe_symptoms_at: row.severe_at,
    diary_at: row.diary_at,
    device: row.devices > 0 ? { at: row.device_at, heard_until: row.heard_until } : null,
  }
}
