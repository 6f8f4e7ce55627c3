import { describe, expect, it } from 'vitest'
import { toneOf } from '#kit/resource/action-badge.tsx'
import { changesIn } from '#kit/resource/changes.ts'

describe('the details of a log', () => {
  it('hold the changed fields, with those that came or went', () => {
    const details = {
      before: { status: 'online', tags: ['a'], gone: 1 },
      after: { status: 'faulty', tags: ['a'], come: 2 },
      reason: 'test',
    }
    expect(changesIn(details)).toEqual({
      changes: [
        { field: 'status', before: 'online', after: 'faulty' },
        { field: 'gone', before: 1, after: null },
        { field: 'come', before: null, after: 2 },
      ],
      rest: { reason: 'test' },
    })
  })

  it('are left whole where nothing was changed', () => {
    expect(changesIn({ before: 'noon', why: 'x' })).toEqual({
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
  expect(toneOf(action)).toBe(tone)
})
