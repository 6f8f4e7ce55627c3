import { DAY, HOUR } from './conditions.ts'
import { filling, type Row, type Value } from './copy.ts'
import type { Counts } from './counts.ts'
import { ascii } from './names/person-name.ts'
import { type Random, uuidv7 } from './random.ts'
import { type Moment, moments, rhythms } from './rhythm.ts'
import { Roster } from './roster.ts'
import {
  type Device,
  HISTORY_DAYS,
  type Organization,
  type Person,
  recentMoments,
  type World,
} from './world.ts'

const chargeDays: Record<Device['kind'], number> = {
  pendant: 45,
  hub: 400,
  fall_sensor: 120,
  wristband: 5,
  phone: 1.2,
  tablet: 3,
}
const labels: Record<Device['kind'], string> = {
  pendant: 'Pendant',
  hub: 'Hub',
  fall_sensor: 'Fall sensor',
  wristband: 'Wristband',
  phone: 'Phone',
  tablet: 'Tablet',
}
const firmwares = ['2.8.1', '3.0.4', '3.1.0', '3.1.2']
const kindWeights = { pendant: 30, hub: 20, fall_sensor: 14, wristband: 18, phone: 12, tablet: 6 }

/** The devices: most with an elderly person of the same organization, some in a care provider's store. */
export function equip(random: Random, people: readonly Person[], counts: Counts, today: number): Device[] {
  const elderly = people.filter(
    ({ id, role, until }) =>
      role === 'elderly_user' && (until > today || random.fork('left-behind', id).chance(0.15)),
  )
  const stores = [
    ...new Set(elderly.map(person => person.organization).filter(({ kind }) => kind === 'care_provider')),
  ]
  const stride = elderly.length / counts.devices
  return Array.from({ length: counts.devices }, (_, index) => {
    const draws = random.fork('device', index)
    const stored = draws.chance(0.05)
    const person = stored
      ? null
      : (elderly[Math.floor((index + draws.next()) * stride) % elderly.length] as Person)
    const organization = person?.organization ?? (draws.pick(stores) as Organization)
    const since = (person?.since ?? organization.createdAt) + Math.floor(draws.next() ** 3 * 30 * DAY)
    const born = Math.min(since, today - HOUR)
    const kind = draws.weighted(kindWeights)
    const gone = Math.min(person?.until ?? 0, today - Math.floor(draws.between(0.4, 25) * DAY))
    const drawnStatus = draws.weighted({ online: 82, offline: 9, faulty: 4, registered: 2, retired: 3 })
    const left = person !== null && person.until < today
    const status = stored ? 'registered' : left ? 'retired' : drawnStatus
    const until = {
      online: Number.POSITIVE_INFINITY,
      offline: gone,
      faulty: gone,
      retired: gone,
      registered: 0,
    }[status]
    const days = chargeDays[kind]
    const neglected = draws.chance(0.06) && status === 'online'
    return {
      id: uuidv7(born, draws),
      organization,
      person,
      name: person ? `${labels[kind]} ${person.name.givenName}` : `${labels[kind]} ${index + 1}`,
      serial: `VD-${ascii(kind).slice(0, 2).toUpperCase()}-${String(index + 1).padStart(6, '0')}`,
      kind,
      status,
      firmware: draws.pick(firmwares),
      since: born,
      until,
      charge: {
        days,
        from: neglected ? today - days * draws.between(0.84, 0.96) * DAY : born - draws.next() * days * DAY,
        neglected,
      },
    }
  })
}

/** The battery falls evenly from full to what is left when it is charged again, in percent. */
function batteryAt({ charge: { days, from, neglected } }: Device, ts: number): number {
  const cycles = (ts - from) / (days * DAY)
  const used = neglected && cycles > 0 ? Math.min(cycles, 1) : cycles - Math.floor(cycles)
  return Math.round(100 - used * (neglected ? 97 : 78))
}

/** Share of the reports that belong to the last day; older ones are thinned out. */
const FRESH_PART = 0.2
const intervals = [60, 900, 3600, 21_600, 86_400]

/** Report interval in seconds that produces the wanted number of events. */
function reportInterval({ counts, devices }: World): number {
  const reporting = devices.filter(({ until }) => until === Number.POSITIVE_INFINITY).length
  const gap = 86_400 / ((counts['device-events'] * FRESH_PART) / reporting)
  return intervals.find(interval => interval >= gap) ?? 86_400
}

/** A press of the help button or a fall. */
export interface Alarm {
  device: Device
  person: Person
  type: 'button' | 'fall'
  ts: number
  /** Pressed to try it out. */
  test: boolean
}

const canFall: ReadonlySet<Device['kind']> = new Set(['fall_sensor', 'wristband', 'pendant'])

/** The alarms in rising order; few, whatever the number of events. */
export function* alarms(world: World): Generator<Alarm> {
  const worn = world.devices
    .filter(({ person, kind }) => person && kind !== 'hub' && kind !== 'tablet')
    .map(device => ({ ...device, device, city: (device.person as Person).city, engagement: 0.5 }))
  const roster = new Roster(worn)
  for (const moment of recentMoments(world, 'alarms', world.counts['device-alarms'], rhythms.falls)) {
    const picked = roster.pick(moment)
    if (!picked) continue
    const { device } = picked
    const pressed = device.kind !== 'fall_sensor' && (!canFall.has(device.kind) || moment.random.chance(0.5))
    const test = pressed && moment.random.chance(0.2)
    yield { device, person: device.person as Person, type: pressed ? 'button' : 'fall', ts: moment.ts, test }
  }
}

type Reported = readonly [type: string, payload: { [key: string]: Value }]

function report(device: Device, battery: number, random: Random): Reported {
  if (battery < 15 && random.chance(0.3)) return ['battery', { low: true }]
  const kind = random.next()
  if (device.status === 'faulty' && kind < 0.08)
    return ['fault', { code: random.pick(['E12', 'E31', 'E40']) }]
  if (kind < 0.015) return ['test', {}]
  if (kind < 0.1 && device.kind !== 'tablet') return ['motion', { minutes: random.int(1, 40) }]
  return ['heartbeat', { signal_dbm: -random.int(48, 104) }]
}

const bySince = (a: Device, b: Device) => a.since - b.since

/** The devices report in turn, each as soon as the others have. */
function* reports(world: World): Generator<{ device: Device; moment: Moment }> {
  const { today, now, counts } = world
  const total = counts['device-events']
  const yesterday = today - DAY
  const spans = [
    {
      name: 'old',
      total: total * (1 - FRESH_PART),
      from: today - HISTORY_DAYS * DAY,
      until: yesterday,
      end: yesterday - 1,
    },
    { name: 'fresh', total: total * FRESH_PART, from: yesterday, until: today, end: now },
  ]
  const devices = world.devices.filter(({ until }) => until > 0).sort(bySince)
  let next = 0
  for (const { name, ...span } of spans) {
    const random = world.random.fork('device-events', name)
    for (const moment of moments({ ...span, today, rhythm: rhythms.steady, random })) {
      for (let tried = 0; tried < devices.length; tried++) {
        const device = devices[next] as Device
        next = (next + 1) % devices.length
        if (device.since <= moment.ts && moment.ts <= device.until) {
          yield { device, moment }
          break
        }
      }
    }
  }
}

export const deviceEvents = filling(
  'device_events',
  [
    'organization_id',
    'id',
    'device_id',
    'person_id',
    'type',
    'battery',
    'payload',
    'ts',
    'received_at',
    'seq',
  ],
  function* (world: World): Generator<Row> {
    const draws = world.random.fork('device-event-rows')
    const row = (device: Device, [type, payload]: Reported, ts: number): Row => {
      world.traces.lastSeen.set(device, ts)
      const at = new Date(ts)
      const receivedAt = new Date(Math.min(ts + draws.int(40, 900), world.now))
      const id = uuidv7(ts, draws)
      return [
        device.organization.id,
        id,
        device.id,
        device.person?.id ?? null,
        type,
        batteryAt(device, ts),
        payload,
        at,
        receivedAt,
        // Past events have no subscribers.
        null,
      ]
    }
    const raised = alarms(world)
    let alarm = raised.next()
    function* alarmsUntil(end: number): Generator<Row> {
      for (; !alarm.done && alarm.value.ts <= end; alarm = raised.next()) {
        const { device, type, ts, test } = alarm.value
        const impact = { impact_g: Number(draws.between(2.4, 6).toFixed(1)) }
        yield row(device, [type, type === 'fall' ? impact : { held_ms: draws.int(300, 4000), test }], ts)
      }
    }
    for (const { device, moment } of reports(world)) {
      yield* alarmsUntil(moment.ts)
      yield row(device, report(device, batteryAt(device, moment.ts), moment.random), moment.ts)
    }
    yield* alarmsUntil(world.now)
  },
)

export const deviceRows = filling(
  'devices',
  [
    'id',
    'organization_id',
    'person_id',
    'name',
    'serial',
    'kind',
    'status',
    'battery',
    'battery_at',
    'firmware',
    'report_interval_seconds',
    'last_seen_at',
    'created_at',
    'updated_at',
  ],
  function* (world: World): Generator<Row> {
    const interval = reportInterval(world)
    for (const device of world.devices) {
      const seen = world.traces.lastSeen.get(device)
      const changed =
        device.status === 'online' || device.status === 'registered' ? device.since : (seen ?? device.since)
      const unrecorded = Math.max(device.since, Math.min(device.until, world.today - HISTORY_DAYS * DAY))
      const lastSeen = seen ?? (device.until > 0 ? unrecorded : null)
      yield [
        device.id,
        device.organization.id,
        device.person?.id ?? null,
        device.name,
        device.serial,
        device.kind,
        device.status,
        lastSeen === null ? null : batteryAt(device, lastSeen),
        lastSeen === null ? null : new Date(lastSeen),
        device.firmware,
        interval,
        lastSeen === null ? null : new Date(lastSeen),
        new Date(device.since),
        new Date(changed),
      ]
    }
  },
)
