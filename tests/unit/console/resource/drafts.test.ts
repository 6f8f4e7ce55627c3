import { describe, expect, test } from 'vitest'
import { devices } from '#contract/devices/devices.ts'
import { formFieldsOf } from '#kit/resource/form/input-kind.ts'
import { draftOf, restoredFrom } from '#kit/resource/form/use-draft.ts'
import type { Field, Resource } from '#kit/resource/resource.ts'

const fields = formFieldsOf(devices.create.body, { fields: new Map() } as unknown as Resource)
const namesOf = (given: readonly Field[]) => given.map(({ name }) => name)

describe('a draft', () => {
  test('has only the changed fields, with what they were', () => {
    const first = { name: 'Hub', serial: 'A1', kind: 'hub' }
    const draft = draftOf({ ...first, name: 'Hub 2', serial: undefined }, { fields, first })
    expect(draft).toMatchObject({
      values: { name: 'Hub 2', serial: null },
      base: { name: 'Hub', serial: 'A1' },
    })
    expect(draft?.values).not.toHaveProperty('kind')
  })

  test('is none without changes, or with those of a password alone', () => {
    const first = { name: 'Hub' }
    expect(draftOf({ name: ' Hub ' }, { fields, first })).toBeNull()
    const withPassword = new Map([['password', { ...fields.get('name'), name: 'password' } as Field]])
    expect(draftOf({ password: 'secret' }, { fields: withPassword, first: {} })).toBeNull()
  })

  test('is restored over what is saved now, and tells what others have changed since', () => {
    const at = 1_000
    const draft = { at, values: { name: 'Mine', serial: 'B2' }, base: { name: 'Hub', serial: 'A1' } }
    const restored = restoredFrom(draft, fields, { name: 'Theirs', serial: 'A1', kind: 'hub' })
    expect(restored).toMatchObject({ at, values: { name: 'Mine', serial: 'B2' } })
    expect(namesOf(restored?.changedSince ?? [])).toEqual(['name'])
  })

  test('is not restored if it was saved meanwhile, or has no field of this form', () => {
    const draft = { at: 1, values: { name: 'Mine' }, base: { name: 'Hub' } }
    expect(restoredFrom(draft, fields, { name: 'Mine' })).toBeNull()
    expect(restoredFrom({ ...draft, values: { gone: 1 } }, fields, { name: 'Hub' })).toBeNull()
  })

  test('restores an emptied field as empty', () => {
    const draft = { at: 1, values: { serial: null }, base: { serial: 'A1' } }
    expect(restoredFrom(draft, fields, { serial: 'A1' })?.values).toEqual({ serial: undefined })
  })
})
