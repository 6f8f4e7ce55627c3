import { filling, type Row } from './copy.ts'
import { uuidv7 } from './random.ts'
import { rhythms } from './rhythm.ts'
import { Roster } from './roster.ts'
import { recentMoments, type World } from './world.ts'

/** Calls that are refused now and then, with the number a minute that each allows. */
const endpoints = [
  ['/api/auth/login', 10],
  ['/api/auth/forgot-password', 5],
  ['/api/auth/register', 5],
  ['/api/ai/conversations/start', 30],
  ['/api/ai/text-to-speech', 60],
  ['/api/device/event', 600],
] as const

export const rateLimitViolations = filling(
  'rate_limit_violations',
  ['id', 'timestamp', 'endpoint', 'ip_address', 'user_id', 'limit'],
  function* (world: World): Generator<Row> {
    const roster = new Roster(world.people)
    const total = world.counts['rate-limit-violations']
    for (const moment of recentMoments(world, 'rate-limits', total, rhythms.visitors)) {
      const { ts, random } = moment
      const [endpoint, limit] = endpoints[Math.floor(random.next() ** 1.8 * endpoints.length)] ?? endpoints[0]
      const person = endpoint.startsWith('/api/auth/') ? undefined : roster.pick(moment)
      yield [
        uuidv7(ts, random),
        new Date(ts),
        endpoint,
        random.digits('198.51.100.1##'),
        person?.userId ?? null,
        limit,
      ]
    }
  },
)
