import { isIP } from 'node:net'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import {
  testEventType,
  WebhookDelivery,
  WebhookEndpoint,
  webhookDeliveries,
  webhookEndpoints,
} from '#contract/platform/webhooks.ts'
import { isPublicAddress } from '#server/adapters/outgoing-address.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { invalidField } from '#server/kit/problem.ts'
import { table } from '#server/kit/table/table.ts'
import { lockQueue } from './queue.ts'

/**
 * Refuses URLs that deliveries would refuse as well, while the user can still correct them. What a name resolves to is
 * checked with every delivery.
 * @throws Problem 422
 */
function requireReachable(url: string, allowPrivate: boolean): void {
  const { protocol, hostname, username, password } = new URL(url)
  if (username || password) throw invalidField('url', 'The URL must not contain a username or password')
  if (allowPrivate) return
  if (protocol !== 'https:') throw invalidField('url', 'The URL must begin with https://')
  const host = hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost') || (isIP(host) && !isPublicAddress(host)))
    throw invalidField('url', 'The URL must have a public address')
}

const owner = { organization: 'organization_id' }

export const endpointTable = table({
  table: 'webhook_endpoints',
  resource: 'webhook-endpoints',
  schema: WebhookEndpoint,
  list: webhookEndpoints.list,
  owner,
  check({ services }, { url }) {
    if (typeof url === 'string') requireReachable(url, services.config.ALLOW_PRIVATE_WEBHOOKS)
  },
})

export const deliveryTable = table({
  table: 'webhook_deliveries',
  view: 'sent_webhooks',
  resource: 'webhook-deliveries',
  schema: WebhookDelivery,
  list: webhookDeliveries.list,
  owner,
  isUnsearchable: true,
})

/** Queues a test event for one endpoint. @returns the id of its delivery */
export async function queueTestEvent(
  { db }: AuthenticatedCall,
  { id: endpoint_id, organization_id }: { id: string; organization_id: string },
): Promise<string> {
  const data = { id: endpoint_id, organization_id, action: 'test', changed: [], values: null }
  const { id: event_id, position } = await db
    .insertInto('outbox_events')
    .values({
      id: uuid(),
      type: testEventType,
      organization_id,
      record_id: endpoint_id,
      data: JSON.stringify(data),
      dispatched_at: new Date().toISOString(),
    })
    .returning(['id', 'position'])
    .executeTakeFirstOrThrow()
  const id = uuid()
  // Never behind another: a test tells whether the endpoint answers now.
  await db
    .insertInto('webhook_deliveries')
    .values({
      id,
      endpoint_id,
      organization_id,
      event_id,
      position,
      type: testEventType,
      record_id: endpoint_id,
      state: 'queued',
    })
    .execute()
  return id
}

/**
 * Queues settled deliveries of an endpoint again, in their former order and behind everything that is queued for the same
 * records. @returns their number
 */
export async function replay(
  db: Db,
  endpoint: string,
  which: { delivery: string } | { failedSince: string },
): Promise<number> {
  await lockQueue(db, 'exclusive')
  const isChosen =
    'delivery' in which
      ? sql`id = ${which.delivery} and state in ('delivered', 'failed')`
      : sql`state = 'failed' and settled_at >= ${which.failedSince}`
  const { numAffectedRows = 0n } = await sql`
    with chosen as (
      select id, record_id, row_number() over (partition by record_id order by position) as turn, position
      from webhook_deliveries where endpoint_id = ${endpoint} and ${isChosen}
    ), numbered as (
      select id, record_id, turn, nextval('outbox_positions') as position from (select * from chosen order by position) c
    )
    update webhook_deliveries d set position = n.position, attempts = 0, replays = replays + 1, due_at = now(),
      settled_at = null, lease_until = null,
      state = case when n.turn = 1 and not exists (
        select from webhook_deliveries p where p.endpoint_id = ${endpoint} and p.record_id = n.record_id
          and p.state in ('waiting', 'queued', 'sending')) then 'queued' else 'waiting' end
    from numbered n where d.id = n.id`.execute(db)
  return Number(numAffectedRows)
}
