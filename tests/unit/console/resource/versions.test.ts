import { describe, expect, test } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { versionAfter, wayBack } from '#kit/resource/show/versions.ts'

const row = { id: 'a', name: 'Hall', kind: 'hub', status: 'online', version: 4 }
/** The latest first. */
const acts = [
  { details: { before: { name: 'Kitchen', status: 'offline' }, after: { name: 'Hall', status: 'online' } } },
  { details: { rows: 3 } },
  { details: { after: { name: 'Kitchen', kind: 'hub' } } },
  { details: { before: { name: 'Attic', secret: 'x' }, after: { name: 'Kitchen' } } },
]

describe('an earlier version', () => {
  test('is the record with all later changes taken back', () => {
    expect(versionAfter(row, [])).toEqual(row)
    expect(versionAfter(row, acts.slice(0, 1))).toEqual({ ...row, name: 'Kitchen', status: 'offline' })
    expect(versionAfter(row, acts)).toEqual({ ...row, name: 'Attic', status: 'offline' })
  })

  test('is left as it is where an act says nothing of before', () => {
    expect(versionAfter(row, acts.slice(1, 3))).toEqual(row)
  })

  test('is reached by the fields that an update takes', () => {
    const back = wayBack({ api: devices }, row, versionAfter(row, acts))
    expect(back).toEqual([{ field: 'name', before: 'Hall', after: 'Attic' }])
    expect(wayBack({ api: { list: devices.list } }, row, versionAfter(row, acts))).toEqual([])
  })
})
