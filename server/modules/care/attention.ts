import { type CareReason, careReasons } from '#contract/care/care.ts'
import { type Known, type Wellbeing, wellbeingOf } from '#contract/care/wellbeing.ts'
import { dayOf, firstInstantAt, wallClockAt } from '#server/kit/period.ts'
import type { Diary } from './health-quick/health.ts'
import type { Noted } from './health-quick/queries.ts'
import { scoreOf } from './health-quick/summary.ts'
import { readingsIn } from './health-quick/vital-signs.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** How long after the usual time a check-in is missed. */
const patience = HOUR
/** Days with a check-in from which on there is a habit. */
const habit = 4

/** What is known of somebody, from which it follows whether they need attention. */
export interface Facts {
  /** Those that nobody has resolved; the most severe speaks for them. */
  alerts: {
    count: number
    type: string
    severity: 'low' | 'medium' | 'high' | 'critical'
    since: string
  } | null
  diary: Diary
  device: Known['device']
  /** When the last conversation in distress of the last day began. */
  distressedAt: string | null
  overdue: { count: number; since: string; title: string } | null
}

const instant = (at: number) => new Date(at).toISOString()
const last = (entries: readonly Noted[], kind: string) => entries.findLast(entry => entry.kind === kind)
const lastSevere = (entries: readonly Noted[]) =>
  entries.findLast(({ kind, value }) => kind === 'symptoms' && value.severity === 'severe')

/**
 * By when somebody usually has checked in, HH:MM where they are: the middle of their first check-ins of the days
 * before today; null where there were too few for a habit.
 */
export function usualCheckin({ entries, zone, today }: Pick<Diary, 'entries' | 'zone' | 'today'>) {
  const firsts = new Map<string, string>()
  for (const { kind, at } of entries) {
    if (kind !== 'checkin') continue
    const clock = new Date(wallClockAt(at, zone)).toISOString()
    const day = clock.slice(0, 10)
    if (day < today && !firsts.has(day)) firsts.set(day, clock.slice(11, 16))
  }
  const times = [...firsts.values()].sort()
  return times.length < habit ? null : (times[Math.floor(times.length / 2)] as string)
}

export const hasCheckedIn = ({ entries, zone, today }: Pick<Diary, 'entries' | 'zone' | 'today'>) => {
  const checkin = last(entries, 'checkin')
  return checkin !== undefined && dayOf(new Date(checkin.at), zone) === today
}

/** What a status follows from. */
function knownOf({ alerts, diary, device }: Facts): Known {
  const { entries, doses } = diary
  const checkin = last(entries, 'checkin')
  const severe = lastSevere(entries)
  const newest = entries.at(-1)
  return {
    open_alert_at: alerts?.since ?? null,
    checkin: checkin ? { at: instant(checkin.at), feeling: String(checkin.value.feeling) } : null,
    severe_symptoms_at: severe ? instant(severe.at) : null,
    missed_dose_at: doses.findLast(({ state }) => state === 'missed')?.due_at ?? null,
    diary_at: newest ? instant(newest.at) : null,
    device,
  }
}

type Found = Omit<CareReason, 'kind' | 'severity'> & { severity?: CareReason['severity'] }

/** What happened within a day that tells of distress, the last first. */
function distressOf({ diary, distressedAt }: Facts, now: number): Found | null {
  const [mood, checkin] = [last(diary.entries, 'mood'), last(diary.entries, 'checkin')]
  const symptoms = lastSevere(diary.entries)
  const signs = [
    { what: 'conversation', at: distressedAt === null ? undefined : Date.parse(distressedAt) },
    { what: 'mood', at: mood && scoreOf(mood) <= 2 ? mood.at : undefined },
    { what: 'checkin', at: checkin?.value.feeling === 'poor' ? checkin.at : undefined },
    { what: 'symptoms', at: symptoms?.at },
  ].flatMap(({ what, at }) => (at !== undefined && now - at <= DAY ? [{ what, at }] : []))
  const [newest] = signs.sort((a, b) => b.at - a.at)
  return newest ? { count: signs.length, since: instant(newest.at), what: newest.what } : null
}

/** The vital signs whose last reading of the last two days is out of range. */
function vitalsOf({ entries }: Diary, now: number): Found | null {
  const readings = new Map(
    entries
      .filter(({ kind, at }) => kind === 'vitals' && now - at <= 2 * DAY)
      .flatMap(({ value, at }) =>
        readingsIn(value).map(({ name, state }) => [name, { name, state, at }] as const),
      ),
  )
  const out = [...readings.values()].filter(({ state }) => state === 'low' || state === 'high')
  const [first] = out
  return first ? { count: out.length, since: instant(first.at), what: first.name } : null
}

function missedCheckin({ entries, zone, today }: Diary, now: number): Found | null {
  const usual = usualCheckin({ entries, zone, today })
  if (usual === null || hasCheckedIn({ entries, zone, today })) return null
  const at = firstInstantAt(Date.parse(`${today}T${usual}:00Z`), zone)
  return now > at + patience ? { count: 1, since: instant(at), what: null } : null
}

function missedDoses({ doses }: Diary, now: number): Found | null {
  const missed = doses.filter(({ state, due_at }) => state === 'missed' && now - Date.parse(due_at) <= DAY)
  const [first] = missed
  return first ? { count: missed.length, since: first.due_at, what: first.name } : null
}

const isSilent = (device: Known['device'], now: number): device is NonNullable<Known['device']> =>
  device !== null && (device.heard_until === null || Date.parse(device.heard_until) < now)

/** Why somebody needs attention, the most urgent reason first. @param now milliseconds of the epoch */
export function reasonsOf(facts: Facts, now: number): CareReason[] {
  const { alerts, diary, device, overdue } = facts
  const found: Record<CareReason['kind'], Found | null> = {
    open_alert: alerts && { ...alerts, what: alerts.type },
    missed_dose: missedDoses(diary, now),
    silent: isSilent(device, now) ? { count: 1, since: device.heard_until, what: null } : null,
    no_checkin: missedCheckin(diary, now),
    distress: distressOf(facts, now),
    vitals: vitalsOf(diary, now),
    overdue_tasks: overdue && { count: overdue.count, since: overdue.since, what: overdue.title },
  }
  return careReasons.flatMap(kind => {
    const reason = found[kind]
    if (!reason) return []
    const { count, since, what, severity = null } = reason
    return [{ kind, count, since, what, severity }]
  })
}

export interface Standing {
  status: Wellbeing
  reasons: readonly CareReason[]
  name: string
}

const severities = ['critical', 'high', 'medium', 'low'] as const
const statuses: readonly Wellbeing[] = ['needs_help', 'needs_attention', 'unknown', 'well']

/** Each step decides where those before are alike. */
const steps: readonly ((one: Standing) => number)[] = [
  ({ reasons: [first] }) => (first ? careReasons.indexOf(first.kind) : careReasons.length),
  ({ reasons: [first] }) => (first?.severity ? severities.indexOf(first.severity) : 0),
  ({ reasons: [first] }) => (first?.since ? Date.parse(first.since) : Number.MAX_SAFE_INTEGER),
  ({ reasons }) => -reasons.length,
  ({ status }) => statuses.indexOf(status),
]

/** Orders people by who needs attention first: the gravest reason, and of two alike the older. */
export function byUrgency(one: Standing, other: Standing): number {
  for (const step of steps) {
    const difference = step(one) - step(other)
    if (difference !== 0) return difference
  }
  return one.name.localeCompare(other.name)
}

/** How somebody is, with why they need attention. */
export function standingOf(facts: Facts, now: number) {
  const known = knownOf(facts)
  return { ...wellbeingOf(known, now), known, reasons: reasonsOf(facts, now) }
}
