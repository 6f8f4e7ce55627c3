import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Channel, DeliveryState } from '#contract/alerts/timeline.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { notFound } from '#server/kit/problem.ts'
import { rowScope } from '#server/kit/table/scope.ts'

const columns = ['id', 'kind', 'url', 'person_id', 'created_at'] as const

/** Channels the caller manages: their own browsers, and the webhooks of an organization that they administer. */
function isManageable({ actor, grant }: AuthenticatedCall): RawBuilder<boolean> {
  const isAdministrator = grant.reach === 'all' || grant.reach === 'organization'
  return sql<boolean>`(person_id = ${actor.id} or (kind = 'webhook' and ${
    isAdministrator ? rowScope({ actor, grant }, { organization: 'organization_id' }) : sql`false`
  }))`
}

export const listChannels = (call: AuthenticatedCall) =>
  call.db
    .selectFrom('notification_channels')
    .select(columns)
    .where(isManageable(call))
    .orderBy('created_at')
    .execute()

interface NewChannel {
  organization_id: string
  person_id: string | null
  kind: 'push' | 'webhook'
  url: string
  keys: Record<string, string>
  /** The browser's session: when it ends, the channel is removed. */
  session_id: string | null
}

/** Adds a channel. A browser that subscribes again gets new keys and is reassigned to the current person. */
export async function upsertChannel(db: Db, { keys, ...channel }: NewChannel) {
  if (channel.kind === 'push') {
    await db
      .deleteFrom('notification_channels')
      .where('kind', '=', 'push')
      .where('url', '=', channel.url)
      .where('person_id', '!=', channel.person_id)
      .execute()
  }
  return db
    .insertInto('notification_channels')
    .values({ ...channel, id: uuid(), keys: JSON.stringify(keys) })
    .onConflict(conflict =>
      conflict
        .columns(['person_id', 'url'])
        .doUpdateSet({ keys: JSON.stringify(keys), session_id: channel.session_id }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** @throws Problem 404 for a channel that the caller does not manage */
export async function removeChannel(call: AuthenticatedCall, id: string) {
  const removed = await call.db
    .deleteFrom('notification_channels')
    .where(sql<boolean>`id::text = ${id}`)
    .where(isManageable(call))
    .returning(['organization_id', 'kind'])
    .executeTakeFirst()
  if (!removed) throw notFound()
  return removed
}

export const listPushChannelIds = async (db: Db, person: string) =>
  (
    await db
      .selectFrom('notification_channels')
      .select('id')
      .where('person_id', '=', person)
      .where('kind', '=', 'push')
      .execute()
  ).map(({ id }) => id)

export const getRecipient = (db: Db, id: string) =>
  db.selectFrom('people').select(['name', 'locale']).where('id', '=', id).executeTakeFirstOrThrow()

/** A delivery is accessible to anyone who can access its organization and recipient. */
const owner = { organization: 'organization_id', person: 'recipient_id' }

/** Whether a notification with this id is accessible. */
export async function isNotificationAccessible(call: AuthenticatedCall, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from deliveries where notification_id::text = ${id} and ${rowScope(call, owner)} limit 1`.execute(
    call.db,
  )
  return rows.length > 0
}

/** Statistics of accessible deliveries due in the last hours, without rehearsals. */
export async function deliveryStats(call: AuthenticatedCall, hours: number) {
  const isIncluded = sql<boolean>`not rehearsal and due_at between now() - make_interval(hours => ${hours}) and now()
    and ${rowScope(call, owner)}`
  const counts = await sql<{ channel: Channel; state: DeliveryState; count: number }>`
    select channel, state, count(*) as count from deliveries where ${isIncluded}
    group by channel, state order by channel, state`.execute(call.db)
  const stats = await sql<{
    total: number
    repeats: number
    success_rate: number | null
    median_delay_ms: number | null
  }>`
    select count(*) as total, coalesce(sum(repeats), 0)::int as repeats,
      (count(*) filter (where state in ('sent', 'delivered'))::float8
        / nullif(count(*) filter (where state in ('sent', 'delivered', 'failed')), 0)) as success_rate,
      (percentile_cont(0.5) within group (order by extract(epoch from settled_at - due_at) * 1000)
        filter (where state in ('sent', 'delivered'))) as median_delay_ms
    from deliveries where ${isIncluded}`.execute(call.db)
  return { ...(stats.rows[0] as (typeof stats.rows)[number]), by_state: counts.rows }
}
