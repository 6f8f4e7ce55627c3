import { filling, type Row } from './copy.ts'
import { familyName, personName } from './names/person-name.ts'
import { type Random, uuidv7 } from './random.ts'
import type { Assignment, Contact, Person, World } from './world.ts'

/** Role of the contact with a key. */
export const keyHolder = 'key holder'

/** Emergency contacts: family first, then a doctor, a neighbour or a friend. */
export function befriend(
  random: Random,
  people: readonly Person[],
  assignments: readonly Assignment[],
): Contact[] {
  const caredFor = Map.groupBy(
    assignments.filter(({ caregiver, endedAt }) => endedAt === null && caregiver.role === 'family_member'),
    ({ elderly }) => elderly,
  )
  return people
    .filter(({ role }) => role === 'elderly_user')
    .flatMap(person => {
      const draws = random.fork('contacts', person.id)
      const relatives = (caredFor.get(person) ?? []).slice(0, 3).map(({ caregiver }) => caregiver)
      const others = [draws.pick(['neighbor', 'friend'] as const), 'doctor' as const]
      const contact = (details: Omit<Contact, 'id' | 'person' | 'role'>): Contact => ({
        id: uuidv7(person.since, draws),
        person,
        role: details.priority === 1 ? 'primary' : details.relationship === 'neighbor' ? keyHolder : null,
        ...details,
      })
      return [
        ...relatives.map(({ name, phone, email }, index) =>
          contact({ name: name.full, relationship: 'family', phone, email, priority: index === 0 ? 1 : 2 }),
        ),
        ...others.map((relationship, index) => {
          const family = familyName(draws, draws.pick(person.city.cultures))
          const { full, latin } = personName(draws, family, draws.pick(['woman', 'man'] as const))
          const priority = relatives.length === 0 && index === 0 ? 1 : 3
          const name = relationship === 'doctor' ? `Dr. ${full}` : full
          const email = draws.chance(0.4) ? `${latin}@post.example` : null
          return contact({ name, relationship, phone: draws.digits(person.city.phone), email, priority })
        }),
      ]
    })
}

export const contactRows = filling(
  'contacts',
  [
    'id',
    'organization_id',
    'person_id',
    'name',
    'relationship',
    'phone',
    'email',
    'role',
    'priority',
    'created_at',
    'updated_at',
  ],
  function* (world: World): Generator<Row> {
    for (const { id, person, name, relationship, phone, email, priority, role } of world.contacts) {
      const at = new Date(person.since)
      yield [id, person.organization.id, person.id, name, relationship, phone, email, role, priority, at, at]
    }
  },
)
