import { DAY } from './conditions.ts'
import { filling, type Row } from './copy.ts'
import { type Random, uuidv7 } from './random.ts'
import type { Assignment, Person, World } from './world.ts'

const kin = {
  woman: ['daughter', 'granddaughter', 'sister', 'niece'],
  man: ['son', 'grandson', 'brother', 'nephew'],
}

/** Family members are assigned to all elderly people of their household, or to one of a care provider; caregivers to one to three. */
export function assign(random: Random, people: readonly Person[], today: number): Assignment[] {
  const assignments: Assignment[] = []
  for (const [organization, members] of Map.groupBy(people, person => person.organization)) {
    const elderly = members.filter(person => person.role === 'elderly_user')
    if (elderly.length === 0) continue
    const draws = random.fork('assignments', organization.id)
    const some = (count: number) => {
      const start = draws.int(0, elderly.length - 1)
      return Array.from(
        { length: Math.min(count, elderly.length) },
        (_, i) => elderly[(start + i) % elderly.length],
      )
    }
    members.forEach(caregiver => {
      const named = caregiver.username === 'carla.caregiver' || caregiver.username === 'felix.family'
      const cared =
        caregiver.role === 'family_member'
          ? organization.kind === 'household'
            ? elderly
            : some(1)
          : caregiver.role === 'caregiver'
            ? some(draws.int(1, 3))
            : []
      for (const person of new Set(named ? [elderly[0], ...cared] : cared)) {
        if (!person) continue
        const since = Math.max(person.since, caregiver.since)
        const ended =
          caregiver.role === 'caregiver' && !named && draws.chance(0.06) && since < today - 30 * DAY
        assignments.push({
          elderly: person,
          caregiver,
          relationship:
            caregiver.role === 'caregiver' ? 'professional carer' : draws.pick(kin[caregiver.gender]),
          since,
          endedAt: ended ? since + Math.floor(draws.next() * (today - since)) : null,
        })
      }
    })
  }
  return assignments
}

export const assignmentRows = filling(
  'assignments',
  [
    'id',
    'organization_id',
    'elderly_id',
    'caregiver_id',
    'relationship',
    'consent',
    'created_at',
    'ended_at',
  ],
  function* (world: World): Generator<Row> {
    const draws = world.random.fork('assignment-rows')
    for (const { elderly, caregiver, relationship, since, endedAt } of world.assignments) {
      yield [
        uuidv7(since, draws),
        elderly.organization.id,
        elderly.id,
        caregiver.id,
        relationship,
        { transcripts: draws.chance(0.55), location: draws.chance(0.8) },
        new Date(since),
        endedAt === null ? null : new Date(endedAt),
      ]
    }
  },
)
