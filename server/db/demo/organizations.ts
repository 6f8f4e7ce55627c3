import { serviceOrganization } from '../../kit/audit.ts'
import { DAY, HOUR } from './conditions.ts'
import { filling, type Row, type Value } from './copy.ts'
import type { Counts } from './counts.ts'
import { ascii, type FamilyName, familyName } from './names/person-name.ts'
import { type Place, placeNamed } from './places.ts'
import { type Random, uuidv7 } from './random.ts'
import { moments, rhythms } from './rhythm.ts'
import { keepLedger, leftAt, type Plan } from './subscriptions.ts'
import type { Organization, World } from './world.ts'

/** The history of sign-ups; the first customers are older, so that the year begins with some revenue. */
const SIGN_UP_DAYS = 540

interface Provider {
  name: string
  slug: string
  city: string
  /** Parts of the elderly people and of the carers who belong to care providers. */
  elderly: number
  caregivers: number
}
export const providers: readonly Provider[] = [
  { name: 'Nordlicht Pflege', slug: 'nordlicht-pflege', city: 'Hamburg', elderly: 0.5, caregivers: 0.5 },
  { name: 'Casa Serena', slug: 'casa-serena', city: 'Madrid', elderly: 0.3, caregivers: 0.3 },
  { name: 'Sakura Care さくらケア', slug: 'sakura-care', city: 'Tokyo', elderly: 0.2, caregivers: 0.2 },
]

const householdNames: Record<Place['locale'], (family: string) => string> = {
  en: family => `${family} household`,
  de: family => `Familie ${family}`,
  es: family => `Familia ${family}`,
  fr: family => `Famille ${family}`,
  ja: family => `${family}家`,
  ar: family => `عائلة ${family}`,
}

export interface Household {
  organization: Organization
  family: FamilyName
}
export interface Settlement {
  service: Organization
  providers: Organization[]
  households: Household[]
}

/** The organizations, each with its ledger, in the order in which they signed up. */
export function createOrganizations(random: Random, counts: Counts, today: number, now: number): Settlement {
  const service: Organization = {
    id: serviceOrganization,
    kind: 'service',
    name: 'Voicedeck',
    slug: 'voicedeck',
    city: placeNamed('Hamburg'),
    createdAt: today - (SIGN_UP_DAYS + 60) * DAY,
    until: Number.POSITIVE_INFINITY,
    status: 'active',
    plan: 'enterprise',
    ledger: null,
  }
  const createOrganization = (
    details: Pick<Organization, 'kind' | 'name' | 'slug' | 'city' | 'createdAt'>,
    plan: Plan,
    draws: Random,
  ): Organization => {
    const ledger = keepLedger(draws, {
      plan,
      signedUpAt: details.createdAt,
      loyal: details.kind === 'care_provider',
      now,
    })
    const until = leftAt(ledger)
    const unpaid = ledger.invoices.at(-1)?.status === 'uncollectible'
    const closed = draws.chance(0.3) && until < now
    const status = until > now || !(unpaid || closed) ? 'active' : unpaid ? 'suspended' : 'closed'
    return { id: uuidv7(details.createdAt, draws), ...details, plan: ledger.plan, ledger, until, status }
  }
  const careProviders = providers.map(({ name, slug, city }, index) => {
    const createdAt = today - (SIGN_UP_DAYS + 20 - 9 * index) * DAY + 9.4 * 3_600_000
    const plan = index === 2 ? 'professional' : 'enterprise'
    return createOrganization(
      { kind: 'care_provider', name, slug, city: placeNamed(city), createdAt },
      plan,
      random.fork('provider', index),
    )
  })
  const signUps = moments({
    total: counts.households,
    from: today - SIGN_UP_DAYS * DAY,
    until: today - HOUR,
    end: today - HOUR - 1,
    today,
    rhythm: rhythms.visitors,
    random: random.fork('sign-ups'),
  })
  const households: Household[] = []
  for (const { ts, city, random: draws } of signUps) {
    const family = familyName(draws, draws.pick(city.cultures))
    const plan = draws.weighted({ starter: 63, professional: 34, enterprise: 3 })
    const details = {
      kind: 'household' as const,
      name: householdNames[city.locale](family.name[0]),
      slug: `${ascii(family.name[1] ?? family.name[0])}-${households.length + 1}`,
      city,
      createdAt: ts,
    }
    households.push({
      organization: createOrganization(details, plan, draws.fork(households.length)),
      family,
    })
  }
  return { service, providers: careProviders, households }
}

/** A number and a street of a place. */
export const addressIn = (city: Place, random: Random) =>
  `${random.pick(city.streets)} ${random.int(1, 180)}, ${city.name}`

export const organizations = filling(
  'organizations',
  [
    'id',
    'name',
    'kind',
    'status',
    'region',
    'time_zone',
    'locale',
    'email',
    'phone',
    'address',
    'created_at',
    'updated_at',
  ],
  function* (world: World): Generator<Row> {
    for (const { id, kind, name, slug, city, createdAt, until, status } of world.organizations) {
      if (kind === 'service') continue
      const draws = world.random.fork('organization', id)
      const changedAt = status === 'active' ? createdAt : until
      yield [
        id,
        name,
        kind,
        status,
        city.region,
        city.timeZone,
        city.locale,
        `office@${slug}.example`,
        draws.digits(city.phone),
        addressIn(city, draws),
        new Date(createdAt),
        new Date(changedAt),
      ]
    }
  },
)

const services = {
  medical: ['Ambulance', 'Night doctor'],
  police: ['Police station'],
  fire: ['Fire brigade'],
} as const

export const emergencyServices = filling(
  'emergency_services',
  [
    'id',
    'organization_id',
    'type',
    'name',
    'phone',
    'address',
    'available_24_7',
    'notes',
    'created_at',
    'updated_at',
  ],
  function* (world: World): Generator<Row> {
    for (const { id, kind, city, createdAt } of world.organizations) {
      const draws = world.random.fork('emergency-services', id)
      if (kind === 'service' || (kind === 'household' && draws.chance(0.7))) continue
      for (const type of ['medical', 'police', 'fire'] as const) {
        for (const name of kind === 'care_provider' ? services[type] : services[type].slice(0, 1)) {
          const at = new Date(createdAt)
          const night: Value = name === 'Night doctor' ? '18:00 to 08:00' : null
          yield [
            uuidv7(createdAt, draws),
            id,
            type,
            `${name} ${city.name}`,
            draws.digits(city.phone),
            addressIn(city, draws),
            night === null,
            night,
            at,
            at,
          ]
        }
      }
    }
  },
)
