import { describe, expect, it } from 'vitest'
import { actionTone, parseChanges } from '#kit/resource/changes-table.tsx'

describe('the details of a log', () => {
  it('contain the changed fields, including added and removed ones', () => {
    const details = {
      before: { status: 'online', tags: ['a'], gone: 1 },
      after: { status: 'faulty', tags: ['a'], come: 2 },
      reason: 'test',
    }
    expect(parseChanges(details)).toEqual({
      changes: [
        { field: 'status', before: 'online', after: 'faulty' },
        { field: 'gone', before: 1, after: null },
        { field: 'come', before: null, after: 2 },
      ],
      rest: { reason: 'test' },
    })
  })

  it('stay complete where nothing was changed', () => {
    expect(parseChanges({ before: 'noon', why: 'x' })).toEqual({
      changes: [],
      rest: { before: 'noon', why: 'x' },
    })
  })
})

it.each([
  ['create', 'green'],
  ['device_update', 'blue'],
  ['EDIT', 'blue'],
  ['delete', 'red'],
  ['contact_removed', 'red'],
  ['view', 'grey'],
  ['read', 'grey'],
  ['login', 'purple'],
])('%s is %s', (action, tone) => {
  expect(actionTone(action)).toBe(tone)
})
