import { HOUR } from './conditions.ts'
import { filling, type Row } from './copy.ts'
import { alarms } from './devices.ts'
import { type Random, uuidv7 } from './random.ts'
import { rhythms } from './rhythm.ts'
import { Roster } from './roster.ts'
import { type Contact, type Device, type Finding, type Person, recentMoments, type World } from './world.ts'

const SECOND = 1_000

const MINUTE = 60_000

/** Minimum risk at which a finding raises an alert. */
export const ALERT_RISK = 0.6

const CRITICAL_RISK = 0.8

type AlertEventType = 'received' | 'notified' | 'unreached' | 'acknowledged' | 'resolved'

interface AlertEvent {
  type: AlertEventType
  actor: Person | null
  details: { [key: string]: unknown }
  ts: number
}

/** The input of an alert. */
interface Raised {
  person: Person
  device: Device | null
  finding: Finding | null
  type: string
  source: 'device' | 'mobile' | 'conversation' | 'operator' | 'geofence'
  severity: 'low' | 'medium' | 'high' | 'critical'
  test: boolean
  ts: number
}

interface Alert extends Raised {
  id: string
  events: AlertEvent[]
}

/** Median seconds to acknowledgement; nearly all are within a minute, as telecare standards require. */
const answerSeconds = { critical: 13, high: 18, medium: 24, low: 31 }

const resolutions = {
  real: [
    { cause: 'distress', resolution: 'Visited; a carer stayed until the family came.' },
    { cause: 'medical', resolution: 'Ambulance called, taken to hospital for observation.' },
    { cause: 'distress', resolution: 'Talked on the phone and looked in; all well now.' },
    { cause: 'fall', resolution: 'Helped up, no injury found.' },
  ],
  false: [
    { cause: 'accidental', resolution: 'False alarm, pressed by accident.' },
    { cause: 'device_fault', resolution: 'Device had dropped to the floor.' },
    { cause: 'other', resolution: 'Misunderstood; a film was on.' },
  ],
  test: [{ cause: 'test', resolution: 'Test of the button, as announced.' }],
}

function* raisedByDevices(world: World): Generator<Raised> {
  for (const { device, person, type, ts, test } of alarms(world)) {
    yield {
      person,
      device,
      finding: null,
      type,
      source: 'device',
      severity: type === 'fall' ? 'critical' : 'high',
      test,
      ts,
    }
  }
}

function* raisedByFindings({ traces }: World): Generator<Raised> {
  for (const finding of traces.findings) {
    if (finding.risk < ALERT_RISK) continue
    const severity = finding.risk >= CRITICAL_RISK ? 'critical' : 'high'
    yield {
      person: finding.person,
      device: null,
      finding,
      type: finding.context,
      source: 'conversation',
      severity,
      test: false,
      ts: finding.ts,
    }
  }
}

const others = [
  { type: 'medical', source: 'mobile', severity: 'high' },
  { type: 'safe_area_left', source: 'geofence', severity: 'medium' },
  { type: 'no_answer', source: 'operator', severity: 'low' },
] as const

function* raisedOtherwise(world: World): Generator<Raised> {
  const roster = new Roster(world.people.filter(({ role }) => role === 'elderly_user'))
  const total = Math.round(world.counts['device-alarms'] / 6)
  for (const moment of recentMoments(world, 'other-alerts', total, rhythms.home)) {
    const person = roster.pick(moment)
    if (person)
      yield { person, device: null, finding: null, test: false, ...moment.random.pick(others), ts: moment.ts }
  }
}

/** The events of an alert up to now. */
function follow(
  raised: Raised,
  contacts: readonly Contact[],
  helpers: readonly Person[],
  random: Random,
  now: number,
): AlertEvent[] {
  const events: AlertEvent[] = []
  let ts = raised.ts
  const record = (type: AlertEventType, details: AlertEvent['details'], actor: Person | null = null) =>
    events.push({ type, actor, details, ts })

  record('received', { source: raised.source, severity: raised.severity })
  const answeredAt = raised.ts + Math.round(random.logNormal(answerSeconds[raised.severity], 0.6) * SECOND)
  if (!raised.test) {
    ts += random.int(500, 4000)
    for (const { id, name, priority } of contacts) {
      // An acknowledgement stops the ladder.
      if (ts >= answeredAt) break
      const channel = random.pick(['sms', 'voice'])
      const outcome = random.chance(0.94) ? 'delivered' : 'failed'
      const type = outcome === 'failed' ? 'unreached' : 'notified'
      record(type, { contact_id: id, contact: name, priority, channel, outcome })
      ts += random.int(20, 60) * SECOND
    }
  }
  const actor = helpers.length > 0 ? random.pick(helpers) : null
  ts = answeredAt
  record(
    'acknowledged',
    { notes: random.pick(['On my way.', 'Calling now.', 'I know them, I will ring.']) },
    actor,
  )
  const observed = random.chance(0.08)
  ts += observed ? random.int(12, 96) * HOUR : Math.round(random.logNormal(38, 0.9) * MINUTE)
  const real = !raised.test && random.chance(raised.source === 'device' ? 0.62 : 0.85)
  record(
    'resolved',
    { valid: real, ...random.pick(resolutions[raised.test ? 'test' : real ? 'real' : 'false']) },
    actor,
  )
  return events.filter(event => event.ts <= now)
}

/** All alerts in the order in which they were raised. */
export function* alerts(world: World): Generator<Alert> {
  const contactsOf = Map.groupBy(world.contacts, ({ person }) => person)
  const carersOf = Map.groupBy(
    world.assignments.filter(({ endedAt }) => endedAt === null),
    ({ elderly }) => elderly,
  )
  const operators = world.people.filter(({ role, status }) => role === 'operator' && status === 'active')
  const all = [...raisedByDevices(world), ...raisedByFindings(world), ...raisedOtherwise(world)]
  all.sort((a, b) => a.ts - b.ts)
  for (const [index, raised] of all.entries()) {
    const random = world.random.fork('alert', index, raised.ts)
    const carers = (carersOf.get(raised.person) ?? []).map(({ caregiver }) => caregiver)
    const helpers = [...carers, ...operators].filter(
      ({ since, status }) => since <= raised.ts && status === 'active',
    )
    const events = follow(raised, contactsOf.get(raised.person) ?? [], helpers, random, world.now)
    yield { ...raised, id: uuidv7(raised.ts, random), events }
  }
}

/** The state of an alert that follows from its events. */
function project(events: readonly AlertEvent[]) {
  const last = (type: AlertEventType) => events.findLast(event => event.type === type)
  const acknowledged = last('acknowledged')
  const resolved = last('resolved')
  const notified = events.find(({ type }) => type === 'notified')
  return {
    status: resolved ? 'resolved' : acknowledged || notified ? 'active' : 'pending',
    notifiedAt: notified ? new Date(notified.ts) : null,
    acknowledgedAt: acknowledged ? new Date(acknowledged.ts) : null,
    acknowledgedBy: acknowledged?.actor?.id ?? null,
    resolvedAt: resolved ? new Date(resolved.ts) : null,
    cause: resolved ? String(resolved.details.cause) : null,
    resolution: resolved ? String(resolved.details.resolution) : null,
    valid: resolved ? resolved.details.valid === true : null,
  }
}

export const alertRows = filling(
  'alerts',
  [
    'id',
    'organization_id',
    'person_id',
    'device_id',
    'type',
    'source',
    'severity',
    'test',
    'status',
    'latitude',
    'longitude',
    'accuracy_m',
    'address',
    'voice_message',
    'conversation_id',
    'message_id',
    'raised_at',
    'acknowledged_at',
    'acknowledged_by',
    'resolved_at',
    'cause',
    'resolution',
    'valid',
    'owner_id',
    'notified_at',
    'located_at',
    'round',
  ],
  function* (world: World): Generator<Row> {
    for (const { id, person, device, finding, type, source, severity, test, ts, events } of alerts(world)) {
      const draws = world.random.fork('alert-place', id)
      const located = source !== 'conversation' && source !== 'operator'
      const jitter = (degrees: number) => Number((degrees + draws.between(-0.05, 0.05)).toFixed(5))
      const state = project(events)
      yield [
        id,
        person.organization.id,
        person.id,
        device?.id ?? null,
        type,
        source,
        severity,
        test,
        state.status,
        located ? jitter(person.city.latitude) : null,
        located ? jitter(person.city.longitude) : null,
        located ? draws.int(5, 120) : null,
        located ? person.address : null,
        null,
        finding?.conversationId ?? null,
        finding?.messageId ?? null,
        new Date(ts),
        state.acknowledgedAt,
        state.acknowledgedBy,
        state.resolvedAt,
        state.cause,
        state.resolution,
        state.valid,
        state.acknowledgedBy,
        state.notifiedAt,
        located ? new Date(ts) : null,
        1,
      ]
    }
  },
)

export const alertEventRows = filling(
  'alert_events',
  ['alert_id', 'position', 'id', 'idempotency_key', 'type', 'actor_id', 'details', 'ts'],
  function* (world: World): Generator<Row> {
    const draws = world.random.fork('alert-events')
    for (const { id, events } of alerts(world)) {
      for (const [index, { type, actor, details, ts }] of events.entries()) {
        const key = details.contact_id ? `notified:${details.contact_id}` : type
        yield [id, index + 1, uuidv7(ts, draws), key, type, actor?.id ?? null, details, new Date(ts)]
      }
    }
  },
)
