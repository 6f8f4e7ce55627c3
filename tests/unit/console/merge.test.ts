import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FieldValues, type Merge, mergeVersion, settle, startMerge } from '#kit/merge.ts'

const fields = ['a', 'b', 'c'] as const
const isSame = (_field: string, one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A form that follows versions, as the console's do. */
function form(first: FieldValues) {
  let merge: Merge<string> = startMerge(first)
  let mine: Record<string, unknown> = { ...first }
  return {
    type: (field: string, value: unknown) => {
      mine[field] = value
    },
    receive(theirs: FieldValues, by = 'Ben') {
      const next = mergeVersion(merge, { mine, theirs, fields, by, isSame })
      merge = next.merge
      mine = { ...mine, ...next.set }
    },
    settle: (field: string) => {
      merge = settle(merge, field)
    },
    get mine() {
      return mine
    },
    get merge() {
      return merge
    },
  }
}

describe('a version that someone else saved', () => {
  it('is followed by what I have not changed, with the value before', () => {
    const edited = form({ a: 1, b: 1, c: 1 })
    edited.type('b', 2)
    edited.receive({ a: 5, b: 1, c: 1 })
    expect(edited.mine).toEqual({ a: 5, b: 2, c: 1 })
    expect([...edited.merge.followed]).toEqual([['a', { former: 1, by: 'Ben' }]])
    expect(edited.merge.conflicts.size).toBe(0)
  })

  it('names the last author and my own last value after several changes', () => {
    const edited = form({ a: 1, b: 1, c: 1 })
    edited.receive({ a: 2, b: 1, c: 1 }, 'Ben')
    edited.receive({ a: 3, b: 1, c: 1 }, 'Cy')
    expect(edited.merge.followed.get('a')).toEqual({ former: 1, by: 'Cy' })
    edited.receive({ a: 1, b: 1, c: 1 }, 'Ben')
    expect(edited.merge.followed.size).toBe(0)
  })

  it('is a conflict where both changed a field, and none where both agree', () => {
    const edited = form({ a: 1, b: ['x'], c: { k: 1 } })
    edited.type('a', 2)
    edited.type('b', ['x', 'y'])
    edited.type('c', { k: 2 })
    edited.receive({ a: 3, b: ['x', 'y'], c: { k: 3 } })
    expect([...edited.merge.conflicts.keys()]).toEqual(['a', 'c'])
    expect(edited.mine).toEqual({ a: 2, b: ['x', 'y'], c: { k: 2 } })
  })

  it('ends a conflict that is changed back, or that I type the same into', () => {
    const edited = form({ a: 1, b: 1, c: 1 })
    edited.type('a', 2)
    edited.type('b', 2)
    edited.receive({ a: 3, b: 3, c: 1 })
    expect(edited.merge.conflicts.size).toBe(2)
    edited.type('b', 4)
    edited.receive({ a: 1, b: 4, c: 1 })
    expect(edited.merge.conflicts.size).toBe(0)
    expect(edited.mine).toEqual({ a: 2, b: 4, c: 1 })
  })

  it('asks again if a third person changes a field after my choice', () => {
    const edited = form({ a: 1, b: 1, c: 1 })
    edited.type('a', 2)
    edited.receive({ a: 3, b: 1, c: 1 }, 'Ben')
    edited.settle('a')
    edited.receive({ a: 3, b: 9, c: 1 }, 'Ben')
    expect(edited.merge.conflicts.size).toBe(0)
    edited.receive({ a: 4, b: 9, c: 1 }, 'Cy')
    expect(edited.merge.conflicts.get('a')).toEqual({ was: 3, theirs: 4, by: 'Cy' })
  })

  it('ignores fields that the form does not have', () => {
    const edited = form({ a: 1, b: 1, c: 1 })
    edited.receive({ a: 1, b: 1, c: 1, secret: 'x' })
    expect(edited.mine).toEqual({ a: 1, b: 1, c: 1 })
    expect(edited.merge.followed.size).toBe(0)
  })

  it('never replaces what I typed, and leaves nothing unsaid, in any order of events', () => {
    const value = fc.integer({ min: 0, max: 3 })
    const event = fc.oneof(
      fc.record({ kind: fc.constant('type' as const), field: fc.constantFrom(...fields), value }),
      fc.record({
        kind: fc.constant('version' as const),
        theirs: fc.record({ a: value, b: value, c: value }),
      }),
      fc.record({ kind: fc.constant('settle' as const), field: fc.constantFrom(...fields) }),
    )
    fc.assert(
      fc.property(
        fc.record({ a: value, b: value, c: value }),
        fc.array(event, { maxLength: 20 }),
        (first, events) => {
          const edited = form(first)
          for (const event of events) {
            const before = { ...edited.mine }
            const { base, conflicts } = edited.merge
            if (event.kind === 'type') edited.type(event.field, event.value)
            else if (event.kind === 'settle') edited.settle(event.field)
            else {
              edited.receive(event.theirs)
              for (const field of fields) {
                const [was, my, their] = [base[field], before[field], event.theirs[field]]
                const isTouched = my !== was
                expect(edited.mine[field]).toBe(isTouched ? my : their)
                const isReverted = conflicts.get(field)?.was === their
                if (isTouched && their !== was && their !== my && !isReverted)
                  expect(edited.merge.conflicts.has(field)).toBe(true)
              }
            }
            for (const [field, { theirs, was }] of edited.merge.conflicts) {
              expect(theirs).toBe(edited.merge.base[field])
              expect(was).not.toBe(theirs)
            }
            for (const field of edited.merge.followed.keys())
              expect(edited.merge.conflicts.has(field)).toBe(false)
          }
        },
      ),
    )
  })
})
