import type { Role as AnyRole } from '#contract/kit/permissions.ts'
import { DAY } from './conditions.ts'
import type { Counts } from './counts.ts'
import type { PersonName } from './names/person-name.ts'
import type { Place } from './places.ts'
import type { Random } from './random.ts'
import { type Moment, moments, type Rhythm } from './rhythm.ts'
import type { Ledger, Plan } from './subscriptions.ts'

/** How far back conversations, events and activity reach. */
export const HISTORY_DAYS = 90

export interface Organization {
  id: string
  kind: 'service' | 'care_provider' | 'household'
  name: string
  slug: string
  city: Place
  createdAt: number
  /** When its people stopped using the service; Infinity while they do. */
  until: number
  status: 'active' | 'suspended' | 'closed'
  plan: Plan
  ledger: Ledger | null
}

/** There is no demo super admin: the installation's own is one. */
export type Role = Exclude<AnyRole, 'super_admin'>

export interface Person {
  id: string
  userId: number
  organization: Organization
  city: Place
  role: Role
  name: PersonName
  gender: 'woman' | 'man'
  username: string
  email: string | null
  phone: string
  address: string
  /** YYYY-MM-DD */
  bornOn: string
  status: 'active' | 'invited' | 'suspended'
  since: number
  until: number
  /** How likely this person is to be the one who acts, 0 to 1. */
  engagement: number
}

const staffRoles: readonly Role[] = ['admin', 'operator', 'analyst', 'translator']
/** Whether a person works for the service itself. */
export const isStaff = ({ role }: { role: Role }) => staffRoles.includes(role)

export interface Assignment {
  elderly: Person
  caregiver: Person
  relationship: string
  since: number
  endedAt: number | null
}

export interface Contact {
  id: string
  person: Person
  name: string
  relationship: 'family' | 'friend' | 'caregiver' | 'neighbor' | 'doctor'
  phone: string
  email: string | null
  priority: 1 | 2 | 3
  role: string | null
}

export interface Device {
  id: string
  organization: Organization
  person: Person | null
  name: string
  serial: string
  kind: 'pendant' | 'hub' | 'fall_sensor' | 'wristband' | 'phone' | 'tablet'
  status: 'registered' | 'online' | 'offline' | 'faulty' | 'retired'
  firmware: string
  since: number
  /** When it fell silent; Infinity while it reports. */
  until: number
  /** Days from one charge to the next, and when the last count of them began. */
  charge: { days: number; from: number; neglected: boolean }
}

/** A sentence that the safety watch raised. */
export interface Finding {
  conversationId: string
  messageId: string
  person: Person
  context: string
  emotion: string
  risk: number
  text: string
  ts: number
}

/** What later tables must know of the rows of earlier ones; filled while those are written. */
export interface Traces {
  lastLogin: Map<Person, number>
  lastSeen: Map<Device, number>
  findings: Finding[]
}

/** Everything that the rows are made from. Instants are milliseconds since 1970. */
export interface World {
  random: Random
  now: number
  /** The start of the last day, in UTC. */
  today: number
  counts: Counts
  passwordHash: string | null
  organizations: readonly Organization[]
  people: readonly Person[]
  assignments: readonly Assignment[]
  contacts: readonly Contact[]
  devices: readonly Device[]
  traces: Traces
}

/** Moments of the last days, up to now; `total` counts those before today. */
export const recentMoments = (
  { random, now, today }: World,
  name: string,
  total: number,
  rhythm: Rhythm,
  days = HISTORY_DAYS,
): Generator<Moment> =>
  moments({
    total,
    from: today - days * DAY,
    until: today,
    end: now,
    today,
    rhythm,
    random: random.fork(name),
  })
