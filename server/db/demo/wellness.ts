import { filling, type Row } from './copy.ts'
import { type Random, uuidv7 } from './random.ts'
import { rhythms } from './rhythm.ts'
import { Roster } from './roster.ts'
import { creaturesOfHabit, routines } from './routine.ts'
import { type Person, recentMoments, type World } from './world.ts'

/** Part of the elderly people who keep the diary. */
const KEEPERS = 0.4

const kinds = { checkin: 34, mood: 28, vitals: 19, symptoms: 11, note: 8 }
const feelings = { good: 55, fair: 33, poor: 12 }
const symptoms = ['headache', 'dizziness', 'cough', 'knee pain', 'tiredness', 'swollen feet'] as const
const notes = [
  'Ate well today.',
  'Had a visit from the neighbour.',
  'Slept badly, mind the stairs.',
  'New glasses.',
] as const

/** What a diary entry holds; blood pressure in mmHg, pulse in beats a minute, temperature in °C. */
function entry(kind: keyof typeof kinds, level: number, random: Random): { [key: string]: unknown } {
  switch (kind) {
    case 'checkin':
      return { feeling: random.weighted(feelings), slept_hours: Number(random.between(4, 9).toFixed(1)) }
    case 'mood': {
      const score = Math.max(1, Math.min(5, Math.round(3.6 + random.normal())))
      return { mood: ['very_low', 'low', 'neutral', 'good', 'very_good'][score - 1], score }
    }
    case 'vitals':
      return {
        systolic: Math.round(122 + 24 * level + 7 * random.normal()),
        diastolic: Math.round(74 + 10 * level + 5 * random.normal()),
        pulse: Math.round(66 + 12 * level + 6 * random.normal()),
        temperature_c: Number((36.6 + 0.25 * random.normal()).toFixed(1)),
        oxygen_percent: random.int(93, 99),
      }
    case 'symptoms':
      return {
        symptoms: [random.pick(symptoms)],
        severity: random.weighted({ mild: 70, moderate: 25, severe: 5 }),
      }
    case 'note':
      return { text: random.pick(notes) }
  }
}

export const wellnessRows = filling(
  'wellness_entries',
  ['id', 'organization_id', 'person_id', 'kind', 'value', 'recorded_by', 'recorded_at'],
  function* (world: World): Generator<Row> {
    const elderly = world.people.filter(({ role }) => role === 'elderly_user')
    const keepers = elderly.filter(
      person => person.username === 'elsa.elderly' || world.random.fork('diary', person.id).chance(KEEPERS),
    )
    const levels = new Map<Person, number>(
      keepers.map(person => [person, world.random.fork('level', person.id).next()]),
    )
    const carers = Map.groupBy(
      world.assignments.filter(({ endedAt }) => endedAt === null),
      ({ elderly: cared }) => cared,
    )
    const recorderOf = (person: Person, ts: number, random: Random) => {
      const present = (carers.get(person) ?? []).filter(({ since }) => since <= ts)
      return present.length > 0 && random.chance(0.3) ? random.pick(present).caregiver : person
    }
    const total = world.counts['wellness-entries']
    let byHabit = 0
    for (const { person, ts, kind, dose, random } of routines(world, creaturesOfHabit(keepers, total))) {
      if (ts < world.today) byHabit += 1
      const value =
        kind === 'medication'
          ? { name: dose?.name, taken: dose?.taken, dose_at: new Date(dose?.at ?? ts).toISOString() }
          : entry(kind, levels.get(person) ?? 0.5, random)
      const recordedBy = recorderOf(person, ts, random)
      yield [uuidv7(ts, random), person.organization.id, person.id, kind, value, recordedBy.id, new Date(ts)]
    }
    const roster = new Roster(keepers.length > 0 ? keepers : elderly)
    for (const moment of recentMoments(world, 'wellness', Math.max(1, total - byHabit), rhythms.home)) {
      const { ts, random } = moment
      const person = roster.pick(moment)
      if (!person) continue
      const recordedBy = recorderOf(person, ts, random)
      const kind = random.weighted(kinds)
      const value = entry(kind, levels.get(person) ?? 0.5, random)
      yield [uuidv7(ts, random), person.organization.id, person.id, kind, value, recordedBy.id, new Date(ts)]
    }
  },
)
