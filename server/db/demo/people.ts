import { DAY, HOUR } from './conditions.ts'
import { filling, type Row } from './copy.ts'
import type { Counts } from './counts.ts'
import { type FamilyName, familyName, type Gender, type PersonName, personName } from './names/person-name.ts'
import { addressIn, providers, type Settlement } from './organizations.ts'
import { type Place, places } from './places.ts'
import { type Random, uuidv7 } from './random.ts'
import { HISTORY_DAYS, isStaff, type Organization, type Person, type Role, type World } from './world.ts'

/** Known user names for trying each role out: the service's staff, and people of the largest care provider. */
const known: readonly { username: string; role: Role; givenName: string; family: string; gender: Gender }[] =
  [
    { username: 'elsa.elderly', role: 'elderly_user', givenName: 'Elsa', family: 'Lindner', gender: 'woman' },
    { username: 'felix.family', role: 'family_member', givenName: 'Felix', family: 'Lindner', gender: 'man' },
    {
      username: 'carla.caregiver',
      role: 'caregiver',
      givenName: 'Carla',
      family: 'Petersen',
      gender: 'woman',
    },
    {
      username: 'oscar.orgadmin',
      role: 'organization_admin',
      givenName: 'Oscar',
      family: 'Brandt',
      gender: 'man',
    },
    { username: 'olivia.operator', role: 'operator', givenName: 'Olivia', family: 'Marsh', gender: 'woman' },
    { username: 'adam.admin', role: 'admin', givenName: 'Adam', family: 'Kowalski', gender: 'man' },
    { username: 'ana.analyst', role: 'analyst', givenName: 'Ana', family: 'Ribeiro', gender: 'woman' },
    { username: 'tariq.translator', role: 'translator', givenName: 'Tariq', family: 'Benali', gender: 'man' },
  ]
const otherStaff: readonly (readonly [Role, number])[] = [
  ['admin', 2],
  ['operator', 9],
  ['analyst', 4],
  ['translator', 6],
]

/** Youngest and oldest, in years. */
const ages: Record<Role, readonly [number, number]> = {
  elderly_user: [67, 99],
  family_member: [24, 68],
  caregiver: [21, 63],
  organization_admin: [30, 64],
  admin: [28, 58],
  operator: [22, 60],
  analyst: [25, 55],
  translator: [25, 62],
}

/** How the sign-in habit of a role spreads; a few people do most of what is done. */
function engagementOf(role: Role, draws: Random): number {
  if (isStaff({ role })) return draws.between(0.5, 1)
  return draws.chance(0.15) ? draws.between(0.6, 1) : draws.between(0.03, 0.35)
}

/** Deals a number out: one each as far as it goes, the rest by chance, up to `most` each unless they are too many. */
function deal(random: Random, total: number, buckets: number, maxPerBucket: number): number[] {
  const dealt = Array.from({ length: buckets }, (_, i) => Number(i < total))
  const limit = Math.max(maxPerBucket, Math.ceil(total / buckets) + 1)
  for (let left = total - buckets; left > 0; ) {
    const bucket = random.int(0, buckets - 1)
    const has = dealt[bucket] as number
    if (has === limit) continue
    dealt[bucket] = has + 1
    left -= 1
  }
  return dealt
}

/** Characters of a username before its number: usernames have 60 at most. */
const maxUsernameStem = 54

/** Makes the people of all organizations; their user ids follow on `firstUserId`. */
export function populate(
  random: Random,
  { service, providers: careProviders, households }: Settlement,
  counts: Counts,
  { today, firstUserId }: { today: number; firstUserId: number },
): Person[] {
  const people: Person[] = []
  const taken = new Map<string, number>()
  const unique = (name: string) => {
    const username = name.slice(0, maxUsernameStem)
    const count = (taken.get(username) ?? 0) + 1
    taken.set(username, count)
    return count === 1 ? username : `${username}${count}`
  }

  const add = (
    organization: Organization,
    role: Role,
    draws: Random,
    options: { family?: FamilyName; city?: Place; named?: (typeof known)[number] } = {},
  ) => {
    const { city = organization.city, named } = options
    const gender: Gender =
      named?.gender ?? (draws.chance(role === 'caregiver' ? 0.75 : 0.55) ? 'woman' : 'man')
    const family = options.family ?? familyName(draws, draws.pick(city.cultures))
    const randomName = personName(draws, family, gender)
    const name: PersonName = named
      ? { full: `${named.givenName} ${named.family}`, givenName: named.givenName, latin: named.username }
      : randomName
    const joinsAtOnce = organization.kind === 'household' || named
    const span = Math.max(0, today - organization.createdAt - DAY)
    const since =
      organization.createdAt + Math.floor(joinsAtOnce ? draws.between(1, HOUR / 4) : draws.next() ** 2 * span)
    const [youngest, oldest] = ages[role]
    const bornOn = new Date(today - Math.floor(draws.between(youngest, oldest + 1) * 365.25) * DAY)
    const fate = draws.next()
    const steady = named || fate > 0.04 || role === 'elderly_user' || role === 'organization_admin'
    const status = steady ? 'active' : fate > 0.012 ? 'invited' : 'suspended'
    const username = unique(name.latin)
    const domain = organization.kind === 'household' ? 'post.example' : `${organization.slug}.example`
    people.push({
      id: uuidv7(since, draws),
      userId: firstUserId + people.length,
      organization,
      city,
      role,
      name,
      gender,
      username,
      email: role === 'elderly_user' && !named && draws.chance(0.4) ? null : `${username}@${domain}`,
      phone: draws.digits(city.phone),
      address: addressIn(city, draws),
      bornOn: bornOn.toISOString().slice(0, 10),
      status,
      since,
      until: status === 'active' ? organization.until : 0,
      engagement: named ? 1 : engagementOf(role, draws),
    })
  }

  const largest = careProviders[0] as Organization
  for (const named of known) {
    add(isStaff(named) ? service : largest, named.role, random.fork('known', named.username), { named })
  }
  for (const [role, count] of otherStaff) {
    for (let i = 0; i < count; i++) {
      const draws = random.fork(role, i)
      add(service, role, draws, { city: draws.pick(places) })
    }
  }

  const atHome = households.length > 0
  const inCare = atHome ? Math.round(counts.elderly * 0.16) : counts.elderly
  const familyInCare = atHome ? Math.round(counts.family * 0.12) : counts.family
  careProviders.forEach((organization, index) => {
    const { elderly, caregivers } = providers[index] as (typeof providers)[number]
    const draws = random.fork('provider-people', index)
    if (index > 0) add(organization, 'organization_admin', draws)
    const members: [Role, number][] = [
      ['elderly_user', Math.round(inCare * elderly)],
      ['caregiver', Math.round(counts.caregivers * caregivers)],
      ['family_member', Math.round(familyInCare * elderly)],
    ]
    for (const [role, wanted] of members) {
      const made = people.filter(
        person => person.organization === organization && person.role === role,
      ).length
      for (let i = made; i < wanted; i++) add(organization, role, draws)
    }
  })

  const dealing = random.fork('households')
  const elderly = deal(dealing, counts.elderly - inCare, households.length, 2)
  const family = deal(dealing, counts.family - familyInCare, households.length, 3)
  households.forEach(({ organization, family: shared }, index) => {
    const draws = random.fork('household-people', index)
    add(organization, 'organization_admin', draws, { family: shared })
    for (let i = 0; i < (elderly[index] ?? 0); i++)
      add(organization, 'elderly_user', draws, { family: shared })
    for (let i = 0; i < (family[index] ?? 0); i++) {
      add(organization, 'family_member', draws, draws.chance(0.7) ? { family: shared } : {})
    }
  })
  return people
}

export const peopleRows = filling(
  'people',
  [
    'id',
    'user_id',
    'organization_id',
    'role',
    'name',
    'username',
    'email',
    'email_verified_at',
    'phone',
    'address',
    'date_of_birth',
    'status',
    'password_hash',
    'locale',
    'time_zone',
    'last_login',
    'created_at',
    'updated_at',
  ],
  function* (world: World): Generator<Row> {
    for (const person of world.people) {
      const {
        id,
        userId,
        organization,
        city,
        role,
        name,
        username,
        email,
        phone,
        address,
        bornOn,
        status,
        since,
      } = person
      const draws = world.random.fork('person', id)
      const signedUp = status !== 'invited'
      const windowStart = world.today - HISTORY_DAYS * DAY
      const earlier =
        since + Math.floor(draws.next() * Math.max(0, Math.min(windowStart, organization.until) - since))
      const lastLogin = world.traces.lastLogin.get(person) ?? earlier
      const verified = email !== null && signedUp && draws.chance(0.95)
      yield [
        id,
        userId,
        organization.id,
        role,
        name.full,
        username,
        email,
        verified ? new Date(since) : null,
        phone,
        address,
        bornOn,
        status,
        signedUp ? world.passwordHash : null,
        city.locale,
        city.timeZone,
        signedUp && (role !== 'elderly_user' || email !== null) ? new Date(lastLogin) : null,
        new Date(since),
        new Date(since),
      ]
    }
  },
)
