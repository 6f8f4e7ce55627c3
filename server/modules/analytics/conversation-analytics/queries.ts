import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { DateRange } from '#server/kit/period.ts'
import type { Members } from '#server/rollups/index.ts'

/** The person with the most conversations; ties go to the lowest user id. */
export async function findMostActiveUser(db: Db, members: Members) {
  const { rows } = await sql<{ user_id: number; conversation_count: number }>`
    select p.user_id, m.count as conversation_count from ${members} as m join people p on p.id = m.member_id
    order by m.count desc, p.user_id limit 1`.execute(db)
  return rows[0] ?? null
}

interface PersonTotals {
  conversations: number
  last_at: string | null
  sentiment: number | null
}

/** Statistics of one person, computed from rows because there are few. */
export async function getPersonStatistics(db: Db, personId: string, { from, to, zone }: DateRange) {
  const ours = sql`person_id = ${personId}`
  const [begin, end] = [from.toISOString(), to.toISOString()]
  const began = sql`${ours} and started_at >= ${begin} and started_at < ${end}`
  const isOwnTurn = sql`organization_id = (select organization_id from people where id = ${personId})
    and ${ours} and type = 'user' and ts >= ${begin} and ts < ${end}`
  const counted = (what: ReturnType<typeof sql>) =>
    sql<{ key: string; count: number }>`select key, count(*) as count from (${what}) as k
      where key is not null group by key order by count desc, key`
      .execute(db)
      .then(({ rows }) => rows)
  const { rows } = await sql<PersonTotals>`select
    (select count(*) from conversations where ${began}) as conversations,
    (select max(started_at) from conversations where ${began}) as last_at,
    (select avg(sentiment::numeric) from messages where ${isOwnTurn}) as sentiment`.execute(db)
  return {
    ...(rows[0] as PersonTotals),
    emotions: await counted(sql`select emotion as key from messages where ${isOwnTurn}`),
    topics: await counted(sql`select unnest(topics) as key from conversations where ${began}`),
    days: await counted(
      sql`select (started_at at time zone ${zone}::text)::date::text as key from conversations where ${began}`,
    ),
  }
}
