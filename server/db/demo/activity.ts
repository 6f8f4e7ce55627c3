import { filling, type Row } from './copy.ts'
import { type Random, uuidv7 } from './random.ts'
import { rhythms } from './rhythm.ts'
import { Roster } from './roster.ts'
import { isStaff, type Organization, type Person, type Role, recentMoments, type World } from './world.ts'

/** The record that an action applies to. */
interface Target {
  id: string
  organization: Organization
}
type Details = { [key: string]: unknown }
type TargetKind = 'device' | 'elderly' | 'admin' | 'caregiver' | 'organization'
/** Actions follow the permission table. */
const managers: readonly Role[] = ['admin', 'organization_admin']
const operators: readonly Role[] = [...managers, 'operator']
const carers: readonly Role[] = [...operators, 'caregiver']
const readers: readonly Role[] = [...carers, 'analyst', 'family_member']
const allRoles: readonly Role[] = [...readers, 'translator', 'elderly_user']

interface Act {
  action: string
  resource: string
  weight: number
  by: readonly Role[]
  /** Null if the action is not about one record. */
  target?: TargetKind
  details(random: Random): Details
}

const nothing = (): Details => ({})
const change = (before: Details, after: Details): Details => ({ before, after })
const turn =
  <T>(field: string, values: readonly T[]) =>
  (random: Random): Details => {
    const from = random.int(0, values.length - 1)
    const to = (from + random.int(1, values.length - 1)) % values.length
    return change({ [field]: values[from] }, { [field]: values[to] })
  }
const phone = (random: Random) =>
  change({ phone: random.digits('+1 212 555 01##') }, { phone: random.digits('+1 312 555 01##') })

// biome-ignore format: a table is read by its columns
const actions: readonly Act[] = [
  { action: 'login',   resource: 'account',       weight: 300, by: allRoles, details: random => ({ method: random.chance(0.9) ? 'password' : 'passkey' }) },
  { action: 'logout',  resource: 'sessions',      weight: 110, by: allRoles, details: nothing },
  { action: 'view',    resource: 'elderly',       weight: 130, by: readers,   target: 'elderly', details: nothing },
  { action: 'view',    resource: 'conversations', weight: 90,  by: readers,   details: random => ({ sessions: random.int(1, 25) }) },
  { action: 'view',    resource: 'devices',       weight: 60,  by: readers,   target: 'device', details: nothing },
  { action: 'view',    resource: 'alerts',        weight: 36,  by: readers,   details: random => ({ days: random.pick([1, 7, 30]) }) },
  { action: 'view',    resource: 'subscriptions', weight: 26,  by: ['admin', 'analyst'], target: 'organization', details: nothing },
  { action: 'update',  resource: 'devices',       weight: 42,  by: operators, target: 'device', details: turn('status', ['online', 'offline', 'faulty', 'registered']) },
  { action: 'update',  resource: 'devices',       weight: 30,  by: operators, target: 'device', details: turn('report_interval_seconds', [900, 3600, 21_600, 86_400]) },
  { action: 'create',  resource: 'devices',       weight: 12,  by: operators, target: 'device', details: random => ({ after: { kind: random.pick(['pendant', 'hub', 'wristband']), status: 'registered' } }) },
  { action: 'delete',  resource: 'devices',       weight: 3,   by: operators, target: 'device', details: random => ({ before: { status: random.pick(['retired', 'faulty']) } }) },
  { action: 'export',  resource: 'devices',       weight: 9,   by: operators, details: random => ({ format: 'csv', rows: random.int(20, 1000) }) },
  { action: 'export',  resource: 'activity_logs', weight: 5,   by: operators, details: random => ({ format: 'csv', rows: random.int(200, 50_000) }) },
  { action: 'update',  resource: 'elderly',       weight: 34,  by: carers,    target: 'elderly', details: phone },
  { action: 'create',  resource: 'wellness',      weight: 44,  by: carers,    target: 'elderly', details: random => ({ after: { kind: random.pick(['checkin', 'mood', 'vitals']) } }) },
  { action: 'create',  resource: 'contacts',      weight: 22,  by: carers,    target: 'elderly', details: random => ({ after: { relationship: random.pick(['neighbor', 'friend', 'doctor']), priority: random.int(1, 3) } }) },
  { action: 'update',  resource: 'contacts',      weight: 14,  by: carers,    target: 'elderly', details: turn('priority', [1, 2, 3]) },
  { action: 'update',  resource: 'caregivers',    weight: 16,  by: managers,  target: 'caregiver', details: turn('status', ['active', 'suspended']) },
  { action: 'update',  resource: 'admins',        weight: 8,   by: managers,  target: 'admin', details: phone },
  { action: 'update',  resource: 'organizations', weight: 12,  by: managers,  target: 'organization', details: phone },
  { action: 'create',  resource: 'invites',       weight: 14,  by: managers,  details: random => ({ after: { role: random.pick(['caregiver', 'family_member']) } }) },
  { action: 'delete',  resource: 'invites',       weight: 3,   by: managers,  details: nothing },
  { action: 'create',  resource: 'assignments',   weight: 18,  by: managers,  target: 'elderly', details: random => ({ after: { relationship: random.pick(['professional carer', 'daughter', 'son']) } }) },
  { action: 'delete',  resource: 'assignments',   weight: 6,   by: managers,  target: 'elderly', details: nothing },
  { action: 'update',  resource: 'translations',  weight: 120, by: ['translator'], details: random => ({ language: random.pick(['de', 'es', 'fr', 'ja', 'ar']), texts: random.int(1, 30) }) },
]

/** Picks actions of a role by weight. */
function actOf(role: Role): (random: Random) => Act {
  const list = actions.filter(({ by }) => by.includes(role))
  const weights = list.map(({ weight }) => weight)
  const sum = weights.reduce((a, b) => a + b, 0)
  return random => list[random.position(weights, sum)] as Act
}

/** An address set aside for documentation (RFC 5737, RFC 3849), the same for a person every time. */
const addressOf = ({ userId }: Person) =>
  userId % 5 === 0
    ? `2001:db8:${(userId >>> 8).toString(16)}::${(userId & 0xff).toString(16)}`
    : `${['192.0.2', '198.51.100', '203.0.113'][userId % 3]}.${1 + (userId % 254)}`

/** Records that an action can apply to: all for staff, those of the own organization for customers. */
function targets({ devices, people, organizations }: World) {
  const persons = (role: Role): Target[] => people.filter(person => person.role === role)
  const all: Record<TargetKind, readonly Target[]> = {
    device: devices,
    elderly: persons('elderly_user'),
    admin: persons('organization_admin'),
    caregiver: persons('caregiver'),
    organization: organizations
      .filter(({ kind }) => kind !== 'service')
      .map(organization => ({ id: organization.id, organization })),
  }
  const kinds = Object.keys(all) as TargetKind[]
  const own = Object.fromEntries(
    kinds.map(kind => [kind, Map.groupBy(all[kind], ({ organization }) => organization)]),
  ) as Record<TargetKind, Map<Organization, Target[]>>
  return (kind: TargetKind, actor: Person, random: Random): Target | undefined => {
    const list = isStaff(actor) ? all[kind] : (own[kind].get(actor.organization) ?? [])
    return list.length > 0 ? random.pick(list) : undefined
  }
}

export const activityLogs = filling(
  'activity_logs',
  [
    'organization_id',
    'id',
    'timestamp',
    'action',
    'resource_type',
    'resource_id',
    'actor_id',
    'user_id',
    'user_email',
    'user_role',
    'request_id',
    'ip',
    'details',
    'salt',
  ],
  function* (world: World): Generator<Row> {
    const { people, counts, traces } = world
    const staff = new Roster(people.filter(isStaff))
    const customers = new Roster(people.filter(person => !isStaff(person) && person.email !== null))
    const targetOf = targets(world)
    const drawOf = new Map(allRoles.map(role => [role, actOf(role)]))
    for (const moment of recentMoments(world, 'activity', counts['activity-logs'], rhythms.office)) {
      const { ts, random } = moment
      const actor = (random.chance(0.35) ? staff : customers).pick(moment) ?? staff.pick(moment)
      const draw = actor && drawOf.get(actor.role)
      if (!draw) continue
      const { action, resource, target, details } = draw(random)
      const about = target && targetOf(target, actor, random)
      if (action === 'login') traces.lastLogin.set(actor, ts)
      const id = uuidv7(ts, random)
      yield [
        about?.organization.id ?? actor.organization.id,
        id,
        new Date(ts),
        action,
        resource,
        about?.id ?? null,
        actor.id,
        actor.userId,
        actor.email,
        actor.role,
        `req-${id.slice(-12)}`,
        addressOf(actor),
        details(random),
        // The database's own would be another each time.
        `\\x${id.replaceAll('-', '')}`,
      ]
    }
  },
)
