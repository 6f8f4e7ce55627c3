import { DAY, HOUR } from './conditions.ts'
import { filling, type Row } from './copy.ts'
import { type Random, uuidv7 } from './random.ts'
import { careBanks } from './sentences/care.ts'
import type { Person, World } from './world.ts'

/** Number of past days with messages and tasks. */
const RECENT_DAYS = 14

interface Circle {
  person: Person
  /** Current carers of the person; at least one. */
  carers: readonly Person[]
  bank: (typeof careBanks)['en']
  random: Random
}

/** All elderly people with carers. */
function* circles(world: World, name: string): Generator<Circle> {
  const assigned = Map.groupBy(
    world.assignments.filter(({ endedAt }) => endedAt === null),
    ({ elderly }) => elderly,
  )
  const from = world.today - RECENT_DAYS * DAY
  for (const [person, assignments] of assigned) {
    if (person.since > from || person.until <= world.now) continue
    const carers = assignments.filter(({ since }) => since <= from).map(({ caregiver }) => caregiver)
    const random = world.random.fork(name, person.id)
    if (carers.length > 0) yield { person, carers, bank: careBanks[person.city.locale], random }
  }
}

export const careTaskRows = filling(
  'care_tasks',
  [
    'id',
    'organization_id',
    'person_id',
    'title',
    'due_at',
    'status',
    'assignee_id',
    'created_by',
    'completed_at',
    'version',
    'created_at',
    'updated_at',
  ],
  function* (world: World): Generator<Row> {
    for (const { person, carers, bank, random } of circles(world, 'tasks')) {
      const count = random.int(1, bank.tasks.length)
      for (const title of bank.tasks.slice(0, count)) {
        const created = world.today - random.int(3, RECENT_DAYS) * DAY + random.int(8, 18) * HOUR
        const due = created + random.int(1, RECENT_DAYS) * DAY
        const done = Math.min(due - random.int(0, 20) * HOUR, world.today)
        const isDone = due < world.today && random.chance(0.85)
        const changed = isDone ? Math.max(created, done) : created
        yield [
          uuidv7(created, random),
          person.organization.id,
          person.id,
          title,
          new Date(due),
          isDone ? 'done' : 'open',
          random.chance(0.7) ? random.pick(carers).id : null,
          random.pick(carers).id,
          isDone ? new Date(changed) : null,
          isDone ? 2 : 1,
          new Date(created),
          new Date(changed),
        ]
      }
    }
  },
)

export const carePlanRows = filling(
  'care_plans',
  ['person_id', 'organization_id', 'goals', 'review_on', 'updated_by', 'updated_at'],
  function* (world: World): Generator<Row> {
    for (const { person, carers, bank, random } of circles(world, 'plans')) {
      const [planner] = carers.filter(({ role }) => role === 'caregiver')
      if (!planner) continue
      const goals = bank.goals
        .slice(0, random.int(1, bank.goals.length))
        .map(title => ({ title, progress: 5 * random.int(0, 20) }))
      const review = new Date(world.today + random.int(-5, 60) * DAY)
      yield [
        person.id,
        person.organization.id,
        JSON.stringify(goals),
        review.toISOString().slice(0, 10),
        planner.id,
        new Date(world.today - random.int(1, RECENT_DAYS) * DAY),
      ]
    }
  },
)

interface Message extends Circle {
  id: string
  author: Person
  kind: 'message' | 'checkin_request' | 'broadcast'
  text: string
  ts: number
}

/** Messages and tasks, the same on every call. */
function* messages(world: World): Generator<Message> {
  for (const circle of circles(world, 'messages')) {
    const { carers, bank, random } = circle
    const count = random.int(2, 6)
    for (let number = 0; number < count; number++) {
      const ts = world.today - random.int(1, RECENT_DAYS) * DAY + random.int(0, 23 * 60) * 60_000
      const kind = random.weighted({ message: 75, checkin_request: 18, broadcast: 7 })
      const text = random.pick(kind === 'checkin_request' ? bank.asks : bank.messages)
      yield { ...circle, id: uuidv7(ts, random), author: random.pick(carers), kind, text, ts }
    }
  }
}

export const familyMessageRows = filling(
  'family_messages',
  ['id', 'organization_id', 'person_id', 'author_id', 'kind', 'text', 'created_at'],
  function* (world: World): Generator<Row> {
    for (const { id, person, author, kind, text, ts } of messages(world))
      yield [id, person.organization.id, person.id, author.id, kind, text, new Date(ts)]
  },
)

export const familyAcknowledgementRows = filling(
  'family_acknowledgements',
  ['message_id', 'person_id', 'at'],
  function* (world: World): Generator<Row> {
    for (const { id, person, carers, author, ts } of messages(world)) {
      const random = world.random.fork('acknowledged', id)
      for (const reader of new Set([person, ...carers])) {
        const at = ts + Math.round(random.logNormal(HOUR, 1))
        if (reader !== author && random.chance(0.6) && at <= world.now) yield [id, reader.id, new Date(at)]
      }
    }
  },
)
