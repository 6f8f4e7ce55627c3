import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type LoggedChange,
  type RewindRules,
  rewind,
  rewindDeletion,
  unreadable,
} from '#server/kit/table/past/rewind.ts'

type Row = Record<string, unknown>

const logged = {
  name: z.string().max(10),
  seats: z.int().nullable(),
  tags: z.array(z.string()),
  created_at: z.iso.datetime(),
}
const hard: RewindRules = { logged, unlogged: ['battery'], removedAt: null }
const soft: RewindRules = { ...hard, removedAt: 'deleted_at' }

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

/** A table with one record and its log, written as the kit writes them. */
class Model {
  row: Row | null = null
  readonly log: LoggedChange[] = []
  readonly isSoft: boolean
  constructor(isSoft: boolean) {
    this.isSoft = isSoft
  }

  /** The record that readers see. */
  shown = () => (this.row?.deleted_at ? null : this.row)

  #logged = () => Object.fromEntries(Object.keys(logged).map(name => [name, this.row?.[name]]))
  #write(action: string, minute: number, before?: Row) {
    this.log.unshift({ action, timestamp: at(minute), before: before && structuredClone(before) })
  }

  step(act: string, values: Row, minute: number): void {
    const touched = { updated_at: at(minute), battery: minute }
    if (act === 'create' && !this.row) {
      this.row = { ...values, created_at: at(minute), deleted_at: null, ...touched, version: 1 }
      this.#write('create', minute)
    } else if (act === 'delete' && this.shown()) {
      this.#write('delete', minute, this.#logged())
      this.row = this.isSoft ? { ...this.row, deleted_at: at(minute), ...touched } : null
    } else if (act === 'restore' && this.row?.deleted_at) {
      this.row = { ...this.row, deleted_at: null, ...touched }
      this.#write('restore', minute)
    } else if (act === 'update' && this.shown()) {
      const changed = Object.entries(values).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(this.row?.[name]),
      )
      this.#write(
        minute % 3 === 0 ? 'restore' : 'update',
        minute,
        Object.fromEntries(changed.map(([name]) => [name, this.row?.[name]])),
      )
      this.row = { ...this.row, ...Object.fromEntries(changed), ...touched }
    } else if (act === 'report' && this.shown()) {
      this.row = { ...this.row, battery: minute }
    }
  }
}

const steps = fc.array(
  fc.record({
    act: fc.constantFrom('create', 'update', 'update', 'delete', 'restore', 'report'),
    values: fc.record({
      name: fc.constantFrom('Hall', 'Kitchen', ''),
      seats: fc.option(fc.integer({ min: 1, max: 3 })),
      tags: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
    }),
  }),
  { maxLength: 25 },
)

describe('a record rewound to an instant', () => {
  for (const [name, rules] of Object.entries({ deleted: hard, 'marked as removed': soft })) {
    it(`equals the snapshot that was taken then, with rows that are ${name}`, () => {
      fc.assert(
        fc.property(steps, steps => {
          const model = new Model(rules === soft)
          const snapshots = [{ minute: 0, row: null as Row | null }]
          for (const [index, { act, values }] of steps.entries()) {
            model.step(act, values, index + 1)
            snapshots.push({ minute: index + 1, row: structuredClone(model.shown()) })
          }
          for (const { minute, row } of snapshots) {
            const changes = model.log.filter(({ timestamp }) => timestamp > at(minute))
            const past = rewind(model.row, changes, at(minute), rules)
            // A row that never was is gone, which rows that are only marked cannot be.
            if (rules === soft && model.row === null) expect(past).toBe('lost')
            else if (!row) expect(past).toBe('absent')
            else {
              expect(past).toBeTypeOf('object')
              const { values, unknown } = past as Exclude<typeof past, string>
              for (const field of Object.keys(logged)) expect(values[field], field).toEqual(row[field])
              for (const field of Object.keys(logged)) expect(unknown.has(field)).toBe(false)
              // What is not logged is never claimed.
              expect(unknown).toContain('battery')
              expect(values.battery).toBeNull()
            }
          }
        }),
      )
    })
  }

  const row = { name: 'Hall', seats: 2, tags: [], created_at: at(0), updated_at: at(9), deleted_at: null }
  const change = (action: string, before: unknown, minute = 5): LoggedChange => ({
    action,
    before,
    timestamp: at(minute),
  })
  const rewound = (changes: LoggedChange[], rules = soft) => {
    const past = rewind(row, changes, at(1), rules)
    if (typeof past === 'string') throw new Error(past)
    return past
  }

  it('knows no field before an entry whose text was erased, until an older entry says it', () => {
    const past = rewound([change('update', unreadable, 8), change('update', { name: 'Old' }, 4)])
    expect(past.values).toMatchObject({ name: 'Old', seats: null, tags: null })
    expect([...past.unknown].sort()).toEqual(['battery', 'seats', 'tags', 'updated_at', 'version'])
    const other = rewound([change('update', { name: 'Old' }, 8), change('update', unreadable, 4)])
    expect(other.unknown).toContain('name')
  })

  it('does not guess whether an unreadable restore brought a record back', () => {
    expect(rewind(row, [change('restore', unreadable)], at(1), soft)).toBe('lost')
    expect(rewound([change('restore', unreadable, 8), change('delete', unreadable, 4)]).unknown).toContain(
      'name',
    )
    expect(rewind(row, [change('restore', undefined)], at(1), soft)).toBe('absent')
  })

  it('takes no poisoned value', () => {
    for (const before of ['text', 7, ['name'], null])
      expect(rewound([change('update', before)]).unknown).toContain('seats')
    const past = rewound([
      change('update', {
        name: 'x'.repeat(11),
        seats: '2; drop table',
        tags: 'a',
        __proto__: { name: 'P' },
        id: 'other',
      }),
    ])
    expect(past.values).toMatchObject({ name: null, seats: null, tags: null })
    expect(past.values.id).toBeUndefined()
    expect([...past.unknown]).toEqual(expect.arrayContaining(['name', 'seats', 'tags']))
  })

  it('is lost if it was deleted and its last values were erased', () => {
    expect(rewind(null, [change('delete', unreadable)], at(1), hard)).toBe('lost')
    expect(rewind(null, [], at(1), hard)).toBe('absent')
    expect(rewindDeletion([change('delete', unreadable)], hard)).toBeNull()
    expect(rewindDeletion([change('create', undefined)], hard)).toBeNull()
  })

  it('includes the changes at the instant itself, and a creation', () => {
    expect(rewind({ ...row, created_at: at(1) }, [], at(1), soft)).toBeTypeOf('object')
    expect(rewind({ ...row, created_at: at(2) }, [], at(1), soft)).toBe('absent')
    expect(rewind({ ...row, deleted_at: at(1) }, [], at(1), soft)).toBe('absent')
    expect(rewind({ ...row, deleted_at: at(2) }, [], at(1), soft)).toBeTypeOf('object')
  })

  it('knows its version if nothing was written since', () => {
    const past = rewind(row, [], at(9), soft) as Exclude<ReturnType<typeof rewind>, string>
    expect([...past.unknown]).toEqual(['battery'])
    expect(rewound([]).unknown).toContain('version')
  })
})
