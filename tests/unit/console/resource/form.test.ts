import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { reference } from '#contract/kit/fields.ts'
import { inputKindOf, isRequired, validateField } from '#kit/resource/form/input-kind.ts'
import { blankValues, bodyOf, changedFields, filledFields, formValuesOf } from '#kit/resource/form/values.ts'
import { type Field, fieldsOf } from '#kit/resource/resource.ts'

const Pet = z.object({
  name: z.string().trim().min(1).max(10),
  notes: z.string().nullable().meta({ multiline: true }),
  age: z.int().min(0).optional(),
  kind: z.enum(['cat', 'dog']),
  tame: z.boolean(),
  born: z.iso.date().nullable(),
  fed_at: z.iso.datetime().nullable(),
  owner_id: reference('people').nullable(),
  nicknames: z.array(z.string()).optional(),
  password: z.string().optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
})
const fields = fieldsOf(Pet)
const field = (name: keyof typeof Pet.shape) => fields.get(name) as Field
const names = (fields: Field[]) => fields.map(({ name }) => name)
const row = { name: 'Tom', notes: null, kind: 'cat', tame: true, born: '2020-02-29', owner_id: null }

describe('the input of a field', () => {
  it('follows from its schema', () => {
    expect(Object.fromEntries([...fields].map(([name, field]) => [name, inputKindOf(field)]))).toEqual({
      name: 'text',
      notes: 'textarea',
      age: 'number',
      kind: 'choice',
      tame: 'switch',
      born: 'day',
      fed_at: 'instant',
      owner_id: 'reference',
      nicknames: 'tags',
      password: 'password',
      extra: undefined,
    })
  })

  it('is required where the schema accepts nothing empty, and cannot be cleared where it accepts no null', () => {
    expect(isRequired(field('name'), 'new')).toBe(true)
    expect(isRequired(field('notes'), 'new')).toBe(false)
    expect(isRequired(field('age'), 'new')).toBe(false)
    expect(isRequired(field('age'), 'old')).toBe(true)
    expect(isRequired(field('born'), 'old')).toBe(false)
    expect(isRequired(field('age'), 'old', 80)).toBe(true)
    // It never had one.
    expect(isRequired(field('age'), 'old', null)).toBe(false)
    const list = { ...field('age'), schema: z.array(z.string()) }
    expect(isRequired(list, 'old', [])).toBe(false)
  })
})

describe('form values', () => {
  it('have changed only where the value differs', () => {
    const first = formValuesOf(row, fields)
    expect(changedFields(first, { ...first, name: ' Tom ', notes: '' }, fields)).toEqual([])
    expect(names(changedFields(first, { ...first, name: 'Tim', tame: false }, fields))).toEqual([
      'name',
      'tame',
    ])
  })

  it('have not changed when an instant returns unchanged', () => {
    const fed = formValuesOf({ ...row, fed_at: '2026-03-08T01:02:00.000Z' }, fields)
    expect(bodyOf(fed, [field('fed_at')])).toEqual({ fed_at: '2026-03-08T01:02:00.000Z' })
  })

  it('are sent trimmed, a cleared field as null', () => {
    const values = { name: ' Tim ', notes: '  ', age: 3 }
    expect(
      bodyOf(
        values,
        ['name', 'notes', 'age'].map(name => fields.get(name) as Field),
      ),
    ).toEqual({
      name: 'Tim',
      notes: null,
      age: 3,
    })
  })

  it('start empty, with switches off', () => {
    const blank = blankValues(fields)
    expect(names(filledFields(blank, fields))).toEqual(['tame'])
    expect(blank.tame).toBe(false)
  })
})

describe('field validation', () => {
  const t = ((key: string, options?: object) =>
    [key, JSON.stringify(options)].join(' ').trim()) as unknown as TFunction<'kit'>
  const problem = (name: keyof typeof Pet.shape, value: unknown, required = true) =>
    validateField(field(name), value, { required, labels: { field: () => name } }, t)

  it.each([
    ['name', '  ', 'issue.required {"field":"name"}'],
    ['name', 'Tom the longhaired', 'issue.long {"count":10}'],
    ['age', -1, 'issue.small {"count":0}'],
    ['age', 1.5, 'issue.whole {}'],
    ['kind', 'fish', 'issue.choice {}'],
    ['owner_id', '7', 'issue.invalid {}'],
  ] as const)('%s: %j', (name, value, said) => {
    expect(problem(name, value)).toBe(said)
  })

  it('accepts a valid value, and an empty optional one', () => {
    expect(problem('name', 'Tom')).toBeUndefined()
    expect(problem('notes', '', false)).toBeUndefined()
  })
})
