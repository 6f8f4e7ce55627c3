import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type LaterChange, planUndo, type UndoneRecord, type UndoRules } from '#server/kit/undo/plan.ts'

type Row = Record<string, unknown>

const rules: UndoRules = {
  fields: {
    name: z.string().max(10),
    seats: z.int().nullable(),
    due: z.iso.datetime().nullable(),
    person_id: z.uuid().nullable(),
    battery: z.int().nullable(),
  },
  unlogged: ['battery'],
  personFields: ['person_id'],
  removedAt: 'deleted_at',
}
const id = '0198ffff-ffff-7fff-8fff-ffffffffffff'
const person = '0198ffff-ffff-7fff-8fff-fffffffffffe'

const row = { name: 'Hall', seats: 1, due: null, person_id: null, battery: null, deleted_at: null }
const record = (values: Partial<UndoneRecord>): UndoneRecord => ({
  id,
  changes: [],
  present: row,
  later: [],
  erased: new Set(),
  ...values,
})
const update = (before: unknown, after: unknown) => ({ action: 'update', before, after })
const plan = (values: Partial<UndoneRecord>) => planUndo(record(values), rules)

const values = fc.record({
  name: fc.constantFrom('Hall', 'Attic', 'Cellar'),
  seats: fc.constantFrom(null, 1, 2),
})

/** Applies an update to a row, and logs it as tables do. */
function changed(present: Row, patch: Row): { next: Row; before: Row; after: Row } {
  const names = Object.keys(patch).filter(name => patch[name] !== present[name])
  const pick = (from: Row) => Object.fromEntries(names.map(name => [name, from[name]]))
  return { next: { ...present, ...patch }, before: pick(present), after: pick(patch) }
}

describe('the undo of an update', () => {
  it('returns exactly the fields of the action, or leaves the record alone as a whole', () => {
    const patches = fc.array(
      values.chain(all => fc.subarray(Object.entries(all)).map(Object.fromEntries)),
      {
        maxLength: 4,
      },
    )
    fc.assert(
      fc.property(values, values, patches, (start, patch, others) => {
        const own = changed({ ...row, ...start }, patch)
        fc.pre(Object.keys(own.before).length > 0)
        let present = own.next
        for (const other of others) present = changed(present, other).next
        const planned = plan({ changes: [update(own.before, own.after)], present })
        const names = Object.keys(own.before)
        const kept = names.filter(name => present[name] === own.after[name])
        const back = names.filter(name => present[name] === own.before[name])
        if (back.length === names.length) {
          expect(planned).toEqual({ kind: 'skip', reason: 'unchanged', fields: [] })
        } else if (kept.length + back.length < names.length) {
          const fields = names.filter(name => !kept.includes(name) && !back.includes(name))
          expect(planned).toEqual({ kind: 'skip', reason: 'changed', fields })
        } else {
          expect(planned).toEqual({
            kind: 'update',
            values: Object.fromEntries(kept.map(name => [name, own.before[name]])),
          })
          // Applied, every field of the action is as before, and every other as it was just now.
          const after = { ...present, ...(planned as { values: Row }).values }
          for (const [name, value] of Object.entries(after))
            expect(value).toEqual(names.includes(name) ? own.before[name] : present[name])
        }
      }),
    )
  })

  it('undone again returns to the action', () => {
    fc.assert(
      fc.property(values, values, (start, patch) => {
        const own = changed({ ...row, ...start }, patch)
        fc.pre(Object.keys(own.before).length > 0)
        const first = plan({ changes: [update(own.before, own.after)], present: own.next })
        const undo = changed(own.next, (first as { values: Row }).values)
        const second = plan({ changes: [update(undo.before, undo.after)], present: undo.next })
        expect({ ...undo.next, ...(second as { values: Row }).values }).toEqual(own.next)
      }),
    )
  })

  it('compares times in any notation', () => {
    const changes = [update({ due: null }, { due: '2026-01-01T00:00:00.000Z' })]
    const present = { ...row, due: '2026-01-01T01:00:00+01:00' }
    expect(plan({ changes, present })).toEqual({ kind: 'update', values: { due: null } })
  })

  it('never writes what no record can have, or what the log does not say', () => {
    const poison = fc.anything().filter(value => typeof value !== 'object' || value === null)
    fc.assert(
      fc.property(poison, poison, (before, after) => {
        expect(plan({ changes: [update(before, after)] })).toMatchObject({ reason: 'unreadable' })
      }),
    )
    for (const changes of [
      [],
      [update({ name: 7 }, { name: 'Hall' })],
      [update({ name: 'longer than ten' }, { name: 'Hall' })],
      [update({ name: 'Attic' }, {})],
      [update({ version: 1, id: 'x', deleted_at: null }, { version: 2, id: 'y', deleted_at: null })],
      [update(JSON.parse('{"__proto__": {"name": "Attic"}}'), { name: 'Hall' })],
    ]) {
      expect(plan({ changes })).toEqual({ kind: 'skip', reason: 'unreadable', fields: [] })
    }
  })

  it('does not bring back a reference to an erased person, or anything of one', () => {
    const changes = [update({ person_id: person }, { person_id: null })]
    expect(plan({ changes })).toEqual({ kind: 'update', values: { person_id: person } })
    expect(plan({ changes, erased: new Set([person]) })).toMatchObject({ reason: 'erased' })
    expect(plan({ changes, erased: new Set([id]) })).toMatchObject({ reason: 'erased' })
  })

  it('leaves records alone that are gone, out of reach or deleted', () => {
    const changes = [update({ name: 'Attic' }, { name: 'Hall' })]
    expect(plan({ changes, present: null })).toMatchObject({ reason: 'gone' })
    expect(plan({ changes, present: { ...row, deleted_at: 'now' } })).toMatchObject({ reason: 'gone' })
  })
})

const presence = (action: string): LaterChange => ({ field: null, original: null, action })
const later = (field: string, original: unknown): LaterChange => ({ field, original, action: 'update' })

describe('the undo of a deletion', () => {
  const changes = [{ action: 'delete', before: row, after: null }]
  const removed = { ...row, deleted_at: '2026-01-01T00:00:00Z' }
  it('restores what nobody restored or deleted since', () => {
    expect(plan({ changes, present: removed })).toEqual({ kind: 'restore' })
    expect(plan({ changes })).toMatchObject({ reason: 'unchanged' })
    const again = [presence('restore'), presence('delete')]
    expect(plan({ changes, present: removed, later: again })).toMatchObject({ reason: 'changed' })
    expect(plan({ changes, present: null })).toMatchObject({ reason: 'gone' })
  })
})

describe('the undo of a creation', () => {
  const changes = [{ action: 'create', before: null, after: { name: 'Hall', seats: 1 } }]
  it('removes what is as it was created', () => {
    expect(plan({ changes })).toEqual({ kind: 'remove', isCreated: true })
    expect(plan({ changes, later: [later('seats', 1), presence('restore')] })).toMatchObject({
      kind: 'remove',
    })
    expect(plan({ changes, present: { ...row, deleted_at: 'now' } })).toMatchObject({ reason: 'unchanged' })
  })
  it('keeps what was changed since, also in fields that the creation did not set', () => {
    expect(plan({ changes, present: { ...row, seats: 2 } })).toMatchObject({
      reason: 'changed',
      fields: ['seats'],
    })
    const present = { ...row, person_id: person }
    expect(plan({ changes, present, later: [later('person_id', null)] })).toMatchObject({
      reason: 'changed',
      fields: ['person_id'],
    })
  })
  it('keeps what was used since without a log entry, or changed by an entry that was erased', () => {
    expect(plan({ changes, present: { ...row, battery: 80 } })).toMatchObject({ fields: ['battery'] })
    expect(plan({ changes, later: [presence('update')] })).toMatchObject({ reason: 'unreadable' })
    expect(plan({ changes: [{ action: 'create', before: null, after: null }] })).toMatchObject({
      reason: 'unreadable',
    })
  })
  it('of a restored record does not mind what devices report', () => {
    const restored = [{ action: 'restore', before: undefined, after: { ...row, battery: 1 } }]
    const present = { ...row, battery: 80 }
    expect(plan({ changes: restored, present })).toEqual({ kind: 'remove', isCreated: false })
  })
})
