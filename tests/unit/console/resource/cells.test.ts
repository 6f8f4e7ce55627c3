import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiError, NetworkError } from '#kit/call.ts'
import { openCellEdit } from '#kit/resource/cells/cell-edit.ts'
import { moved, nextEditable, rangeOf, tsvOf } from '#kit/resource/cells/editable.ts'
import { isKept, type KeptRow, withKept } from '#kit/resource/cells/kept-rows.ts'
import type { Values } from '#kit/resource/form/values.ts'
import { fieldsOf, type Row } from '#kit/resource/resource.ts'

const size = { rows: 30, columns: 4 }
const plain = { hasCtrl: false, isRtl: false }

describe('moving between cells', () => {
  it('mirrors left and right, and nothing else', () => {
    const from = { row: 3, column: 1 }
    for (const [left, right] of [
      [plain, { ...plain, isRtl: true }],
      [{ ...plain, isRtl: true }, plain],
    ] as const) {
      expect(moved(from, 'ArrowRight', left, size)).toEqual(moved(from, 'ArrowLeft', right, size))
      for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'])
        expect(moved(from, key, left, size)).toEqual(moved(from, key, right, size))
    }
  })

  it('stays within the grid, also from a place outside of it', () => {
    const edges = [
      [{ row: 0, column: 0 }, 'ArrowUp', { row: 0, column: 0 }],
      [{ row: 0, column: 0 }, 'ArrowLeft', { row: 0, column: 0 }],
      [{ row: 29, column: 3 }, 'PageDown', { row: 29, column: 3 }],
      [{ row: 25, column: 2 }, 'PageDown', { row: 29, column: 2 }],
      [{ row: 29, column: 3 }, 'ArrowRight', { row: 29, column: 3 }],
      [{ row: -1, column: -1 }, 'ArrowUp', { row: 0, column: 0 }],
    ] as const
    for (const [from, key, to] of edges) expect(moved(from, key, plain, size), key).toEqual(to)
  })

  it('goes to the ends of a row, and with Ctrl of the list; other keys and Ctrl+arrows do not move', () => {
    const from = { row: 3, column: 1 }
    expect(moved(from, 'End', plain, size)).toEqual({ row: 3, column: 3 })
    expect(moved(from, 'End', { ...plain, hasCtrl: true }, size)).toEqual({ row: 29, column: 3 })
    expect(moved(from, 'Home', { ...plain, hasCtrl: true }, size)).toEqual({ row: 0, column: 0 })
    expect(moved(from, 'ArrowDown', { ...plain, hasCtrl: true }, size)).toBeUndefined()
    expect(moved(from, 'c', plain, size)).toBeUndefined()
  })

  it('finds the next cell that can be edited across rows, and none at the ends', () => {
    const canEdit = (column: number) => column === 1 || column === 2
    expect(nextEditable({ row: 0, column: 1 }, 1, size, canEdit)).toEqual({ row: 0, column: 2 })
    expect(nextEditable({ row: 0, column: 2 }, 1, size, canEdit)).toEqual({ row: 1, column: 1 })
    expect(nextEditable({ row: 1, column: 1 }, -1, size, canEdit)).toEqual({ row: 0, column: 2 })
    expect(nextEditable({ row: 0, column: 1 }, -1, size, canEdit)).toBeUndefined()
    expect(nextEditable({ row: 29, column: 2 }, 1, size, canEdit)).toBeUndefined()
    expect(nextEditable({ row: 0, column: 0 }, 1, size, () => false)).toBeUndefined()
  })

  it('selects the same cells from either corner', () => {
    const [one, other] = [
      { row: 5, column: 0 },
      { row: 2, column: 3 },
    ]
    expect(rangeOf(one, other)).toEqual({ top: 2, bottom: 5, start: 0, end: 3 })
    expect(rangeOf(other, one)).toEqual(rangeOf(one, other))
  })
})

it('copied cells keep their shape whatever they contain', () => {
  expect(
    tsvOf([
      ['a', 'b'],
      ['', '5 %'],
    ]),
  ).toBe('a\tb\n\t5 %')
  expect(tsvOf([['two\nlines', 'a\ttab', 'say "so"', '"']])).toBe(
    '"two\nlines"\t"a\ttab"\t"say ""so"""\t""""',
  )
})

describe('rows that stay in the list', () => {
  const row = (id: string, version = 1, more: Values = {}): Row => ({ id, version, ...more })
  const kept = (...rows: [Row, number, KeptRow['state']][]) =>
    new Map(rows.map(([row, index, state]): [string, KeptRow] => [row.id, { row, index, state }]))
  const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).join('')

  it('leaves a list without kept rows alone', () => {
    const rows = [row('a'), row('b')]
    expect(withKept(rows, new Map())).toBe(rows)
  })

  it('shows the newest version that is known', () => {
    const saved = kept([row('a', 3, { name: 'new' }), 0, 'saved'])
    expect(withKept([row('a', 2, { name: 'old' })], saved)).toEqual([row('a', 3, { name: 'new' })])
    expect(withKept([row('a', 4, { name: 'newer' })], saved)).toEqual([row('a', 4, { name: 'newer' })])
  })

  it('puts missing rows in their old places, marked', () => {
    const missing = kept([row('d'), 3, 'edited'], [row('b'), 1, 'saved'], [row('z'), 99, 'saved'])
    const shown = withKept([row('a'), row('c')], missing)
    expect(ids(shown)).toBe('abcdz')
    expect(shown.filter(isKept).map(({ id }) => id)).toEqual(['b', 'd', 'z'])
  })

  it('lets a row go that someone else removes after it was listed again', () => {
    const saved = kept([row('a', 2), 0, 'saved'])
    expect(ids(withKept([row('a', 1)], saved))).toBe('a')
    expect(ids(withKept([], saved))).toBe('a')
    expect(ids(withKept([row('a', 2)], saved))).toBe('a')
    expect(ids(withKept([], saved))).toBe('')
  })
})

describe('an edited cell', () => {
  const field = fieldsOf(z.object({ name: z.string().min(2) })).get('name') as never
  const refused = (status: number, errors = {}) =>
    Object.assign(new ApiError({ type: 'about:blank', title: '', status, detail: 'No' }), {
      statusCode: status,
      errors,
    })

  /** A cell, and the record that others save as well. */
  function cell(fails: (() => unknown)[] = []) {
    let record: Row = { id: '1', version: 1, name: 'first' }
    const sent: unknown[] = []
    const edit = openCellEdit({
      resource: 'devices',
      row: record,
      index: 0,
      field,
      validate: value => (String(value ?? '').length < 2 ? 'too short' : undefined),
      update: async (over, values) => {
        sent.push(values)
        const failure = fails.shift()?.()
        if (failure) throw failure
        if (over.version !== record.version) throw refused(412)
        record = { ...record, ...values, version: (record.version ?? 0) + 1 }
        return record
      },
      load: async () => record,
      texts: { offline: 'offline', failed: 'failed' },
    })
    const others = (values: Values) => {
      record = { ...record, ...values, version: (record.version ?? 0) + 1 }
      return record
    }
    return { edit, others, sent, record: () => record }
  }

  it('is saved over a version in which others changed something else', async () => {
    const { edit, others, record } = cell()
    edit.type('mine')
    others({ kind: 'hub' })
    expect(await edit.save()).toMatchObject({ name: 'mine', kind: 'hub' })
    expect(record().version).toBe(3)
  })

  it('asks when both changed it, and sends nothing until one is chosen', async () => {
    for (const side of ['mine', 'theirs'] as const) {
      const { edit, others, record, sent } = cell()
      edit.type('mine')
      others({ name: 'theirs' })
      expect(await edit.save()).toBeNull()
      expect(edit.get().merge.conflicts.get('name')).toMatchObject({ was: 'first', theirs: 'theirs' })
      expect(edit.get().value).toBe('mine')
      expect(edit.check()).toBe(false)
      expect(sent).toHaveLength(1)
      if (side === 'mine') edit.keepMine()
      else edit.takeTheirs()
      expect(edit.check()).toBe(true)
      if (edit.isChanged()) await edit.save()
      expect(record().name).toBe(side)
    }
  })

  it('follows others while nothing is typed, and never replaces what is', () => {
    const { edit, others } = cell()
    edit.follow(others({ name: 'second' }))
    expect(edit.get().value).toBe('second')
    edit.type('mine')
    edit.follow(others({ kind: 'hub' }))
    expect(edit.get().merge.conflicts.size).toBe(0)
    edit.follow(others({ name: 'third' }))
    expect(edit.get().value).toBe('mine')
    expect(edit.get().merge.conflicts.size).toBe(1)
    // An older answer that arrives late changes nothing.
    edit.follow({ id: '1', version: 1, name: 'first' })
    expect(edit.get().merge.base.name).toBe('third')
  })

  it('says what is wrong before it asks the server, and what the server says', async () => {
    const { edit, sent } = cell([() => refused(422, { name: ['taken'] }), () => refused(409)])
    edit.type('x')
    expect(edit.check()).toBe(false)
    expect(edit.get()).toMatchObject({ status: 'open', problem: 'too short', value: 'x' })
    expect(sent).toEqual([])
    for (const problem of ['taken', 'No']) {
      edit.type('again')
      expect(edit.check()).toBe(true)
      expect(await edit.save()).toBeNull()
      expect(edit.get()).toMatchObject({ status: 'failed', problem, value: 'again' })
    }
  })

  it('keeps what was typed without a network, and is not sent twice at once', async () => {
    const { edit, record, sent } = cell([() => new NetworkError('lost')])
    edit.type('mine')
    const saving = edit.save()
    expect(edit.check()).toBe(false)
    expect(await saving).toBeNull()
    expect(edit.get()).toMatchObject({ status: 'failed', problem: 'offline', value: 'mine' })
    expect(edit.check()).toBe(true)
    await edit.save()
    expect(record().name).toBe('mine')
    expect(sent).toHaveLength(2)
  })

  it('is undone over changes of other fields, but not over a newer value', async () => {
    const { edit, others, record } = cell()
    edit.type('mine')
    const saved = (await edit.save()) as Row
    others({ kind: 'hub' })
    expect(await edit.undo(saved, 'first')).toBe(true)
    expect(record()).toMatchObject({ name: 'first', kind: 'hub' })
    others({ name: 'newer' })
    expect(await edit.undo(saved, 'first')).toBe(false)
    expect(record().name).toBe('newer')
  })
})
