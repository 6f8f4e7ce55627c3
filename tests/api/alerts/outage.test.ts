import type { KyselyPlugin } from 'kysely'
import { expect } from 'vitest'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import { runWorkerOnce } from '#server/modules/alerts/worker.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { configure, giveLadder, hook, household } from '#tests/fixtures/ladders.ts'
import { httpReceiver } from '#tests/fixtures/receivers.ts'

/** An alarm that is due to call one webhook, which nothing else works on. */
async function dueCall(api: Api) {
  await api.services.jobs.stop()
  await api.db.deleteFrom('notification_channels').execute()
  const receiver = await httpReceiver()
  await configure(api, {})
  const { owner, elsa } = await household(api)
  await giveLadder(api, owner.organizationId, [{ who: 'webhooks', channel: 'webhook' }])
  await hook(owner, receiver.url)
  const { id } = await api.db.transaction().execute(db =>
    raiseAlert(
      { db, services: api.services, audit: () => {} },
      {
        organization_id: owner.organizationId,
        person_id: elsa.id,
        type: 'button',
        source: 'device',
        severity: 'high',
      },
    ),
  )
  const delivery = () =>
    api.db
      .selectFrom('deliveries')
      .select(['state', 'attempts', 'repeats'])
      .where('alert_id', '=', id)
      .executeTakeFirstOrThrow()
  return { receiver, delivery }
}

/** Services whose connection breaks once, after a statement with these words was executed. */
function breaking({ services, db }: Api, words: string): Api['services'] {
  const marked = new WeakSet<object>()
  let isBroken = false
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes(words)) marked.add(queryId)
      return node
    },
    async transformResult({ queryId, result }) {
      if (isBroken || !marked.has(queryId)) return result
      isBroken = true
      throw new Error('Connection terminated unexpectedly')
    },
  }
  return { ...services, database: { ...services.database, db: db.withPlugin(plugin) } }
}

test('a claim whose answer is lost delays no call until its lease ends', async ({ api }) => {
  const { receiver, delivery } = await dueCall(api)
  const lost = new Map<string, number>()
  const claiming = runWorkerOnce(breaking(api, 'with candidates as'), undefined, lost)
  await expect(claiming).rejects.toThrow('Connection terminated')
  expect(await delivery()).toMatchObject({ state: 'sending' })
  expect(await runWorkerOnce(api.services)).toBe(0)

  expect(await runWorkerOnce(api.services, undefined, lost)).toBe(1)
  expect(receiver.received).toHaveLength(1)
  expect(await delivery()).toEqual({ state: 'delivered', attempts: 1, repeats: 0 })
})

test('an outcome that cannot be recorded is recorded later, without a second call', async ({ api }) => {
  const { receiver, delivery } = await dueCall(api)
  expect(await runWorkerOnce(breaking(api, 'settled_at'))).toBe(1)
  expect(receiver.received).toHaveLength(1)
  expect(await delivery()).toEqual({ state: 'delivered', attempts: 1, repeats: 0 })
})
