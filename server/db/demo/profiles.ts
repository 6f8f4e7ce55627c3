import { filling, type Row } from './copy.ts'
import type { Random } from './random.ts'
import type { Person, World } from './world.ts'

const conditions = [
  'hypertension',
  'type 2 diabetes',
  'arthritis',
  'mild cognitive impairment',
  'atrial fibrillation',
  'hearing loss',
  'osteoporosis',
  'asthma',
]
const medicines = [
  ['Metoprolol', '50 mg'],
  ['Metformin', '500 mg'],
  ['Ramipril', '5 mg'],
  ['Apixaban', '5 mg'],
  ['Vitamin D', '1000 IU'],
] as const
const notes = [
  'Hears better on the left side.',
  'Likes to be called after ten.',
  'The key is with the neighbour.',
  'Walks with a stick.',
  'Lives with a cat; mind the door.',
]

/** What a person takes: one or two medicines. */
function medicinesOf(person: Person, random: Random): (typeof medicines)[number][] {
  const draws = random.fork('medicines', person.id)
  const first = draws.int(0, medicines.length - 1)
  const count = draws.int(1, 2)
  return medicines.filter((_, index) => (index - first + medicines.length) % medicines.length < count)
}

/** What a person takes and when, by their own clock. */
export function medicationsOf(person: Person, random: Random) {
  const draws = random.fork('medications', person.id)
  return medicinesOf(person, random).map(([name, dose]) => ({
    name,
    dose,
    times: draws.pick([['08:00'], ['08:00', '20:00']]),
  }))
}

export const profileRows = filling(
  'profiles',
  [
    'person_id',
    'organization_id',
    'preferred_name',
    'conditions',
    'medications',
    'notes',
    'preferences',
    'last_latitude',
    'last_longitude',
    'last_accuracy_m',
    'last_address',
    'last_located_at',
    'updated_at',
  ],
  function* (world: World): Generator<Row> {
    const carriers = new Set(
      world.devices
        .filter(({ kind }) => kind === 'phone' || kind === 'wristband')
        .map(({ person }) => person),
    )
    for (const person of world.people) {
      if (person.role !== 'elderly_user') continue
      const draws = world.random.fork('profile', person.id)
      const located = carriers.has(person)
      const locatedAt = Math.max(
        person.since,
        Math.min(person.until, world.now) - draws.int(60_000, 20 * 3_600_000),
      )
      yield [
        person.id,
        person.organization.id,
        person.name.givenName,
        conditions.filter(() => draws.chance(0.2)),
        JSON.stringify(medicationsOf(person, world.random)),
        draws.chance(0.4) ? draws.pick(notes) : null,
        { large_text: draws.chance(0.5), voice: draws.chance(0.9), quiet_hours: ['21:30', '07:00'] },
        located ? Number((person.city.latitude + draws.between(-0.06, 0.06)).toFixed(5)) : null,
        located ? Number((person.city.longitude + draws.between(-0.06, 0.06)).toFixed(5)) : null,
        located ? draws.int(5, 80) : null,
        located ? person.address : null,
        located ? new Date(locatedAt) : null,
        new Date(person.since),
      ]
    }
  },
)
