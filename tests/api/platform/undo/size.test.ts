// @module-tag thorough
import { expect } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { test } from '#tests/fixtures/api.ts'
import { ended, fillDevices, jobWhen } from '#tests/fixtures/bulk.ts'
import { undone, undoPreview } from '#tests/fixtures/undo.ts'

const count = 10_000

test('an undo of ten thousand records is previewed whole, in batches', async ({ api }) => {
  const admin = await api.signedIn('organization_admin')
  await fillDevices(api, admin.organizationId, count)
  const body = { query: {}, count, patch: { status: 'retired' } }
  const { id } = (await admin.call(devices.updateMany, { body })).reply
  await jobWhen(admin, id, ended)

  const heap = () => process.memoryUsage().heapUsed
  const before = heap()
  const preview = await undoPreview(admin, id)
  expect(preview).toMatchObject({ total: count, examined: count, returning: count, rows: [] })
  expect(preview.untried).toBeLessThan(count)
  // Everything at once would take more: the rows, their entries, and all that was changed since.
  expect(heap() - before).toBeLessThan(150_000_000)
  expect(await undone(admin, id)).toMatchObject({ total: count, done: count, skipped: 0 })
}, 900_000)
