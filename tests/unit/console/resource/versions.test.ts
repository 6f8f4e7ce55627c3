import { describe, expect, test } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { changesToRestore, recordAfter } from '#kit/resource/show/versions.ts'

const row = { id: 'a', name: 'Hall', kind: 'hub', status: 'online', version: 4 }
/** Newest first. */
const acts = [
  { details: { before: { name: 'Kitchen', status: 'offline' }, after: { name: 'Hall', status: 'online' } } },
  { details: { rows: 3 } },
  { details: { after: { name: 'Kitchen', kind: 'hub' } } },
  { details: { before: { name: 'Attic', secret: 'x' }, after: { name: 'Kitchen' } } },
]

describe('an earlier version', () => {
  test('is the record with all later changes undone', () => {
    expect(recordAfter(row, [])).toEqual(row)
    expect(recordAfter(row, acts.slice(0, 1))).toEqual({ ...row, name: 'Kitchen', status: 'offline' })
    expect(recordAfter(row, acts)).toEqual({ ...row, name: 'Attic', status: 'offline' })
  })

  test('is the record as it is where an entry has no previous values', () => {
    expect(recordAfter(row, acts.slice(1, 3))).toEqual(row)
  })

  test('is restored with the fields that an update accepts', () => {
    const back = changesToRestore({ api: devices }, row, recordAfter(row, acts))
    expect(back).toEqual([{ field: 'name', before: 'Hall', after: 'Attic' }])
    expect(changesToRestore({ api: { list: devices.list } }, row, recordAfter(row, acts))).toEqual([])
  })
})
