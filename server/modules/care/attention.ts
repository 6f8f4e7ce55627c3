import { type CareReason, careReasons } from '#contract/care/care.ts'
import { type CareFacts, type Wellbeing, wellbeingOf } from '#contract/care/wellbeing.ts'
import { dayOf, firstInstantAt, wallClockAt } from '#server/kit/period.ts'
import type { Diary } from './health-quick/health.ts'
import type { DiaryEntry } from './health-quick/queries.ts'
import { moodScore } from './health-quick/summary.ts'
import { readingsIn } from './health-quick/vital-signs.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Time after the usual check-in at which it counts as missed. */
const checkinGraceMs = HOUR
/** Minimum days with a check-in before a usual time is computed. */
const minHabitDays = 4

/** The data that decides whether a person needs attention. */
export interface CareSignals {
  /** Unresolved alerts; type and severity are those of the most severe. */
  alerts: {
    count: number
    type: string
    severity: 'low' | 'medium' | 'high' | 'critical'
    since: string
  } | null
  diary: Diary
  device: CareFacts['device']
  /** Start of the latest distressed conversation of the last 24 hours. */
  distressedAt: string | null
  overdue: { count: number; since: string; title: string } | null
}

const isoTime = (epochMs: number) => new Date(epochMs).toISOString()
const last = (entries: readonly DiaryEntry[], kind: string) => entries.findLast(entry => entry.kind === kind)
const lastSevere = (entries: readonly DiaryEntry[]) =>
  entries.findLast(({ kind, value }) => kind === 'symptoms' && value.severity === 'severe')

/**
 * The usual check-in time, HH:MM in the person's zone: the median of the first check-ins of previous days. Null with too
 * little history.
 */
export function usualCheckin({ entries, zone, today }: Pick<Diary, 'entries' | 'zone' | 'today'>) {
  const firstByDay = new Map<string, string>()
  for (const { kind, at } of entries) {
    if (kind !== 'checkin') continue
    const clock = new Date(wallClockAt(at, zone)).toISOString()
    const day = clock.slice(0, 10)
    if (day < today && !firstByDay.has(day)) firstByDay.set(day, clock.slice(11, 16))
  }
  const times = [...firstByDay.values()].sort()
  return times.length < minHabitDays ? null : (times[Math.floor(times.length / 2)] as string)
}

export const hasCheckedIn = ({ entries, zone, today }: Pick<Diary, 'entries' | 'zone' | 'today'>) => {
  const checkin = last(entries, 'checkin')
  return checkin !== undefined && dayOf(new Date(checkin.at), zone) === today
}

function toCareFacts({ alerts, diary, device }: CareSignals): CareFacts {
  const { entries, doses } = diary
  const checkin = last(entries, 'checkin')
  const severe = lastSevere(entries)
  const newest = entries.at(-1)
  return {
    open_alert_at: alerts?.since ?? null,
    checkin: checkin ? { at: isoTime(checkin.at), feeling: String(checkin.value.feeling) } : null,
    severe_symptoms_at: severe ? isoTime(severe.at) : null,
    missed_dose_at: doses.findLast(({ state }) => state === 'missed')?.due_at ?? null,
    diary_at: newest ? isoTime(newest.at) : null,
    device,
  }
}

type ReasonDetails = Omit<CareReason, 'kind' | 'severity'> & { severity?: CareReason['severity'] }

/** Signs of distress in the last 24 hours; reports the newest. */
function findDistress({ diary, distressedAt }: CareSignals, now: number): ReasonDetails | null {
  const [mood, checkin] = [last(diary.entries, 'mood'), last(diary.entries, 'checkin')]
  const symptoms = lastSevere(diary.entries)
  const signs = [
    { what: 'conversation', at: distressedAt === null ? undefined : Date.parse(distressedAt) },
    { what: 'mood', at: mood && moodScore(mood) <= 2 ? mood.at : undefined },
    { what: 'checkin', at: checkin?.value.feeling === 'poor' ? checkin.at : undefined },
    { what: 'symptoms', at: symptoms?.at },
  ].flatMap(({ what, at }) => (at !== undefined && now - at <= DAY ? [{ what, at }] : []))
  const [newest] = signs.sort((a, b) => b.at - a.at)
  return newest ? { count: signs.length, since: isoTime(newest.at), what: newest.what } : null
}

/** Vital signs whose latest reading, at most two days old, is out of range. */
function findAbnormalVitals({ entries }: Diary, now: number): ReasonDetails | null {
  const readings = new Map(
    entries
      .filter(({ kind, at }) => kind === 'vitals' && now - at <= 2 * DAY)
      .flatMap(({ value, at }) =>
        readingsIn(value).map(({ name, state }) => [name, { name, state, at }] as const),
      ),
  )
  const abnormal = [...readings.values()].filter(({ state }) => state === 'low' || state === 'high')
  const [first] = abnormal
  return first ? { count: abnormal.length, since: isoTime(first.at), what: first.name } : null
}

function findMissedCheckin({ entries, zone, today }: Diary, now: number): ReasonDetails | null {
  const usual = usualCheckin({ entries, zone, today })
  if (usual === null || hasCheckedIn({ entries, zone, today })) return null
  const expectedAt = firstInstantAt(Date.parse(`${today}T${usual}:00Z`), zone)
  return now > expectedAt + checkinGraceMs ? { count: 1, since: isoTime(expectedAt), what: null } : null
}

function findMissedDoses({ doses }: Diary, now: number): ReasonDetails | null {
  const missed = doses.filter(({ state, due_at }) => state === 'missed' && now - Date.parse(due_at) <= DAY)
  const [first] = missed
  return first ? { count: missed.length, since: first.due_at, what: first.name } : null
}

const isSilent = (device: CareFacts['device'], now: number): device is NonNullable<CareFacts['device']> =>
  device !== null && (device.heard_until === null || Date.parse(device.heard_until) < now)

/** Why a person needs attention, most urgent first. @param now epoch milliseconds */
export function findCareReasons(signals: CareSignals, now: number): CareReason[] {
  const { alerts, diary, device, overdue } = signals
  const details: Record<CareReason['kind'], ReasonDetails | null> = {
    open_alert: alerts && { ...alerts, what: alerts.type },
    missed_dose: findMissedDoses(diary, now),
    silent: isSilent(device, now) ? { count: 1, since: device.heard_until, what: null } : null,
    no_checkin: findMissedCheckin(diary, now),
    distress: findDistress(signals, now),
    vitals: findAbnormalVitals(diary, now),
    overdue_tasks: overdue && { count: overdue.count, since: overdue.since, what: overdue.title },
  }
  return careReasons.flatMap(kind => {
    const reason = details[kind]
    if (!reason) return []
    const { count, since, what, severity = null } = reason
    return [{ kind, count, since, what, severity }]
  })
}

export interface CareStatus {
  status: Wellbeing
  reasons: readonly CareReason[]
  name: string
}

const severities = ['critical', 'high', 'medium', 'low'] as const
const statuses: readonly Wellbeing[] = ['needs_help', 'needs_attention', 'unknown', 'well']

/** Each key breaks ties of the previous ones. */
const sortKeys: readonly ((person: CareStatus) => number)[] = [
  ({ reasons: [first] }) => (first ? careReasons.indexOf(first.kind) : careReasons.length),
  ({ reasons: [first] }) => (first?.severity ? severities.indexOf(first.severity) : 0),
  ({ reasons: [first] }) => (first?.since ? Date.parse(first.since) : Number.MAX_SAFE_INTEGER),
  ({ reasons }) => -reasons.length,
  ({ status }) => statuses.indexOf(status),
]

/** Sorts people by urgency: most urgent reason first, then the oldest. */
export function byUrgency(a: CareStatus, b: CareStatus): number {
  for (const keyOf of sortKeys) {
    const difference = keyOf(a) - keyOf(b)
    if (difference !== 0) return difference
  }
  return a.name.localeCompare(b.name)
}

/** A person's status with the reasons why they need attention. */
export function assessCareStatus(signals: CareSignals, now: number) {
  const known = toCareFacts(signals)
  return { ...wellbeingOf(known, now), known, reasons: findCareReasons(signals, now) }
}
