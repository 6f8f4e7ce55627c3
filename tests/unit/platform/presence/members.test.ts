import { describe, expect, it } from 'vitest'
import { maxNamedPeople } from '#contract/platform/presence.ts'
import { createMembers, type Person, peopleFor } from '#server/modules/platform/presence/members.ts'

const person = (id: string, role: Person['role'] = 'organization_admin'): Person => ({
  id,
  name: `Name of ${id}`,
  role,
  organizationId: 'home',
})
const open = (id: string, field?: string) => ({
  resource: 'devices',
  id,
  is_editing: field !== undefined,
  ...(field && { field }),
})
const names = (...ids: string[]) => new Set(ids)

describe('members', () => {
  it('are told to the records that they enter, leave or act on, and to no others', () => {
    const told: string[] = []
    const members = createMembers(room => told.push(room))
    const set = (...records: ReturnType<typeof open>[]) =>
      members.set('tab', { key: 'tab', person: person('ana'), records })
    set(open('one'), open('two'))
    set(open('one'), open('two'))
    set(open('one', 'name'))
    members.set('tab', null)
    expect(told).toEqual(['devices one', 'devices two', 'devices two', 'devices one', 'devices one'])
    expect([members.in('devices one'), members.in('devices two'), members.size()]).toEqual([[], [], 0])
  })

  it('are shown once for all their tabs, with what any of them edits', () => {
    const activities = [
      { person: person('ana'), is_editing: false },
      { person: person('ben'), is_editing: true, field: 'name' },
      { person: person('ben'), is_editing: true, field: 'serial' },
      { person: person('ben'), is_editing: false },
    ]
    expect(peopleFor(activities, names('ana', 'ben'), true)).toEqual({
      people: [
        { id: 'ben', name: 'Name of ben', is_editing: true, fields: ['name', 'serial'] },
        { id: 'ana', name: 'Name of ana', is_editing: false, fields: [] },
      ],
      total: 2,
    })
  })

  it('who are staff are one nameless support to customers, and those without permission are not shown', () => {
    const activities = [
      { person: person('olga', 'operator'), is_editing: false },
      { person: person('adam', 'admin'), is_editing: true, field: 'name' },
      { person: person('unrelated', 'family_member'), is_editing: true, field: 'name' },
      { person: person('ana'), is_editing: false },
    ]
    const shown = peopleFor(activities, names('ana', 'olga', 'adam'), false)
    expect(shown).toEqual({
      people: [
        { id: null, name: null, is_editing: true, fields: ['name'] },
        { id: 'ana', name: 'Name of ana', is_editing: false, fields: [] },
      ],
      total: 2,
    })
  })

  it('are named up to a limit, and counted beyond it', () => {
    const activities = Array.from({ length: 500 }, (_, n) => ({
      person: person(`p${n}`),
      is_editing: n === 499,
    }))
    const { people, total } = peopleFor(activities, names(...activities.map(({ person }) => person.id)), true)
    expect([people.length, total, people[0]?.id]).toEqual([maxNamedPeople, 500, 'p499'])
  })
})
