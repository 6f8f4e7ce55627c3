import { expect } from 'vitest'
import { system } from '#contract/platform/system.ts'
import { recordRelease } from '#server/modules/platform/index.ts'
import { test } from '#tests/fixtures/api.ts'

test('a version counts from its first start, and those who see figures see releases', async ({ api }) => {
  await api.db
    .insertInto('releases')
    .values({ version: '0.9.0', started_at: '2020-03-01T08:00:00.000Z' })
    .execute()
  // Several instances start at the same time, and again after a restart.
  await Promise.all([recordRelease(api.db, '9.1.0'), recordRelease(api.db, '9.1.0')])
  const analyst = await api.signedIn('analyst')
  const list = async () => (await analyst.call(system.releases)).reply.releases
  const [newest, ...older] = await list()
  expect(newest?.version).toBe('9.1.0')
  expect(older.map(({ version }) => version)).toContain('0.9.0')
  await recordRelease(api.db, '9.1.0')
  expect((await list())[0]).toEqual(newest)
  const carer = await api.signedIn('caregiver')
  expect((await carer.call(system.releases)).status).toBe(403)
})
