import { describe, expect, it } from 'vitest'
import { Device, devices } from '#contract/devices/devices.ts'
import { badge } from '#kit/resource/badge.tsx'
import { resource } from '#kit/resource/resource.ts'

const head = { name: 'devices', path: '/devices', group: 'users', area: 'devices' } as const
const list = { columns: ['name'], filters: ['status'], sort: 'name' } as const
const right = { ...head, schema: Device, api: devices, title: 'name', list } as const

describe('a declaration', () => {
  it('offers the fields of its schema and no more calls than its API has', () => {
    const of = resource({ ...right, api: { list: devices.list } })
    expect([...of.fields.keys()]).toEqual(Object.keys(Device.shape))
    expect(of.fields.get('organization_id')).toMatchObject({ kind: 'id', reference: 'organizations' })
    expect(of.api.create).toBeUndefined()
  })

  it('needs a list endpoint that is a listing', () => {
    const { listing: _, ...list } = devices.list
    const api = { list } as unknown as typeof devices
    expect(() => resource({ ...right, api })).toThrow('has no listing')
  })

  it('does not compile where it names something missing', () => {
    // @ts-expect-error a column that is no field
    resource({ ...right, list: { ...list, columns: ['nam'] } })
    // @ts-expect-error a filter that the contract does not offer
    resource({ ...right, list: { ...list, filters: ['firmware'] } })
    // @ts-expect-error an order that the contract does not offer
    resource({ ...right, list: { ...list, sort: '-firmware' } })
    // @ts-expect-error a title that is no field
    resource({ ...right, title: 'label' })
    // @ts-expect-error a resource without texts
    resource({ ...right, name: 'gadgets' })
    // @ts-expect-error a colour for a status there is not, and none for those there are
    resource({ ...right, fields: { status: badge({ broken: 'red' }) } })
  })
})
