import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Channel, DeliveryState } from '#contract/alerts/alerts.ts'
import type { Db } from '#server/db/open.ts'
import type { KnownCall } from '#server/kit/call.ts'
import { notFound } from '#server/kit/problem.ts'
import { reached } from '#server/kit/table/scope.ts'

const columns = ['id', 'kind', 'url', 'person_id', 'created_at'] as const

/** A caller's own browsers, and the webhooks of their organization where they administer it. */
function own({ actor, grant }: KnownCall): RawBuilder<boolean> {
  const isWide = grant.reach === 'all' || grant.reach === 'organization'
  return sql<boolean>`(person_id = ${actor.id} or (kind = 'webhook' and ${
    isWide ? reached({ actor, grant }, { organization: 'organization_id' }) : sql`false`
  }))`
}

export const channelsOf = (call: KnownCall) =>
  call.db.selectFrom('notification_channels').select(columns).where(own(call)).orderBy('created_at').execute()

interface NewChannel {
  organization_id: string
  person_id: string | null
  kind: 'push' | 'webhook'
  url: string
  keys: Record<string, string>
  /** In which a browser asks: once that has ended, it is told no more. */
  session_id: string | null
}

/** Adds a channel; a browser that subscribes again gives new keys, and takes what is for its newest person alone. */
export async function keepChannel(db: Db, { keys, ...channel }: NewChannel) {
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

/** @throws Problem 404 for a channel that is not the caller's. */
export async function removeChannel(call: KnownCall, id: string) {
  const removed = await call.db
    .deleteFrom('notification_channels')
    .where(sql<boolean>`id::text = ${id}`)
    .where(own(call))
    .returning(['organization_id', 'kind'])
    .executeTakeFirst()
  if (!removed) throw notFound()
  return removed
}

export const browsersOf = async (db: Db, person: string) =>
  (
    await db
      .selectFrom('notification_channels')
      .select('id')
      .where('person_id', '=', person)
      .where('kind', '=', 'push')
      .execute()
  ).map(({ id }) => id)

export const readerOf = (db: Db, id: string) =>
  db.selectFrom('people').select(['name', 'locale']).where('id', '=', id).executeTakeFirstOrThrow()

/** A delivery's organization and the person it goes to: who reaches those reaches it. */
const whose = { organization: 'organization_id', person: 'recipient_id' }

/** Whether there is a notification of this id within reach. */
export async function isInReach(call: KnownCall, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from deliveries where notification_id::text = ${id} and ${reached(call, whose)} limit 1`.execute(
    call.db,
  )
  return rows.length > 0
}

/** Deliveries within reach that were due in the last hours, rehearsals apart. */
export async function deliveryFigures(call: KnownCall, hours: number) {
  const within = sql<boolean>`not rehearsal and due_at between now() - make_interval(hours => ${hours}) and now()
    and ${reached(call, whose)}`
  const counts = await sql<{ channel: Channel; state: DeliveryState; count: number }>`
    select channel, state, count(*) as count from deliveries where ${within}
    group by channel, state order by channel, state`.execute(call.db)
  const figures = await sql<{
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
    from deliveries where ${within}`.execute(call.db)
  return { ...(figures.rows[0] as (typeof figures.rows)[number]), by_state: counts.rows }
}
