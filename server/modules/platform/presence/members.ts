import { z } from 'zod'
import { roles } from '#contract/kit/permissions.ts'
import {
  maxNamedPeople,
  maxOpenRecords,
  OpenRecord,
  type RecordPresence,
} from '#contract/platform/presence.ts'
import { isStaff } from './access.ts'

/** Someone who is present, as instances know them. */
export const Person = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(roles),
  organizationId: z.string(),
})
export type Person = z.infer<typeof Person>

/** What one client has open. */
export const Member = z.object({
  key: z.string(),
  person: Person,
  records: z.array(OpenRecord).max(maxOpenRecords),
})
export type Member = z.infer<typeof Member>

/** What a member does on one record. */
export type Activity = Pick<OpenRecord, 'is_editing' | 'field'> & { person: Person }

export const roomKey = ({ resource, id }: Pick<OpenRecord, 'resource' | 'id'>) => `${resource} ${id}`

/** Who has which record open, on all instances. */
export function createMembers(onChange: (room: string) => void) {
  const byKey = new Map<string, Member>()
  const rooms = new Map<string, Map<string, Activity>>()

  function leave(room: string, key: string) {
    const members = rooms.get(room)
    if (!members?.delete(key)) return
    if (members.size === 0) rooms.delete(room)
    onChange(room)
  }

  function enter(room: string, key: string, activity: Activity) {
    const members = rooms.get(room) ?? new Map<string, Activity>()
    const before = members.get(key)
    rooms.set(room, members.set(key, activity))
    if (before?.is_editing !== activity.is_editing || before.field !== activity.field) onChange(room)
  }

  return {
    /** Replaces what a client has open; null if it is gone. */
    set(key: string, member: Member | null) {
      const records = member?.records ?? []
      const now = new Set(records.map(roomKey))
      for (const record of byKey.get(key)?.records ?? []) {
        const room = roomKey(record)
        if (!now.has(room)) leave(room, key)
      }
      if (!member || records.length === 0) {
        byKey.delete(key)
        return
      }
      const { person } = member
      for (const record of records) {
        const { is_editing, field } = record
        enter(roomKey(record), key, { person, is_editing, ...(field && { field }) })
      }
      byKey.set(key, member)
    },
    in: (room: string): Activity[] => [...(rooms.get(room)?.values() ?? [])],
    size: () => byKey.size,
  }
}

interface Shown {
  person: Person
  is_editing: boolean
  fields: Set<string>
}

type People = Pick<RecordPresence, 'people' | 'total'>

/** Merges the clients of one person, in order of arrival, those who edit first. */
function mergeClients(activities: readonly Activity[], keyOf: (person: Person) => string): Shown[] {
  const merged = new Map<string, Shown>()
  for (const { person, is_editing, field } of activities) {
    const key = keyOf(person)
    const shown = merged.get(key) ?? { person, is_editing: false, fields: new Set() }
    shown.is_editing ||= is_editing
    if (is_editing && field) shown.fields.add(field)
    merged.set(key, shown)
  }
  return [...merged.values()].sort((one, other) => Number(other.is_editing) - Number(one.is_editing))
}

/**
 * The people on a record as a viewer may see them.
 * @param names the people of customers that the viewer may know; others are left out
 * @param forStaff customers see all staff as one, without names
 */
export function peopleFor(
  activities: readonly Activity[],
  names: ReadonlySet<string>,
  forStaff: boolean,
): People {
  const isAnonymous = (person: Person) => !forStaff && isStaff(person)
  const visible = activities.filter(({ person }) => isAnonymous(person) || names.has(person.id))
  const merged = mergeClients(visible, person => (isAnonymous(person) ? 'staff' : person.id))
  return {
    people: merged.slice(0, maxNamedPeople).map(({ person, is_editing, fields }) => ({
      ...(isAnonymous(person) ? { id: null, name: null } : { id: person.id, name: person.name }),
      is_editing,
      fields: [...fields],
    })),
    total: merged.length,
  }
}
