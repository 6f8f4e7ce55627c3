import type { OnCallPlan, OnCallProblem, OnCallShift, OwnOnCall } from '#contract/alerts/on-call.ts'
import type { Db } from '#server/db/open.ts'
import type { UserCall } from '#server/kit/call.ts'
import { addDays, dayOf, startOfDay } from '#server/kit/period.ts'
import { listCovers, toCover } from './cover-queries.ts'
import {
  type LoadedRota,
  listAbsences,
  listOverlappingSchedules,
  listOverrides,
  listOwnSchedules,
  loadRota,
} from './queries.ts'
import { gapsWithin, intersect, type PersonSpan, type Shift, type Span, shiftsWithin } from './rota.ts'

const dayMs = 86_400_000
/** Days for which problems and a person's own shifts are shown. */
const horizonDays = 30
/** Days around now in which the shift that is running is looked for, so that it is shown in full. */
const wholeShiftDays = 92
/** Maximum number of problems in a response. */
const maxProblems = 100

const times = ({ start, end }: Span) => ({
  starts_at: new Date(start).toISOString(),
  ends_at: new Date(end).toISOString(),
})

const shown = ({ names }: LoadedRota, { person, layer, ...span }: Shift): OnCallShift => ({
  person_id: person,
  person_name: names.get(person) ?? '',
  layer,
  ...times(span),
})

type Reader = Pick<UserCall, 'db' | 'request'>

/** Reads a schedule besides the one that a call is about; a damaged one is left out. */
async function loadOther(call: Reader, id: string, span: Span): Promise<LoadedRota | null> {
  try {
    return await loadRota(call.db, id, span)
  } catch (error) {
    call.request.log.error({ err: error, schedule: id }, 'on-call schedule not readable')
    return null
  }
}

/** When people of a schedule are also on call in another. */
async function doubleBookings(call: UserCall, rota: LoadedRota, final: readonly Shift[], span: Span) {
  const problems: OnCallProblem[] = []
  for (const id of await listOverlappingSchedules(call.db, rota.id)) {
    const other = await loadOther(call, id, span)
    if (!other) continue
    const others = shiftsWithin(other, span).final
    for (const shift of final)
      for (const both of intersect(
        shift,
        others.filter(({ person }) => person === shift.person),
      ))
        problems.push({
          kind: 'double_booking',
          person_name: rota.names.get(shift.person) ?? '',
          other_schedule: other.name,
          ...times(both),
        })
  }
  return problems
}

/** The gaps and double bookings of a schedule within a span, in order. */
async function problemsOf(call: UserCall, rota: LoadedRota, span: Span): Promise<OnCallProblem[]> {
  const { final } = shiftsWithin(rota, span)
  const gaps = gapsWithin(rota, rota.required, span, final).map(
    (gap): OnCallProblem => ({ kind: 'gap', person_name: null, other_schedule: null, ...times(gap) }),
  )
  return [...gaps, ...(await doubleBookings(call, rota, final, span))].sort(byStart).slice(0, maxProblems)
}

/** The shifts of an accessible schedule. @throws Problem 404 */
export async function planOf(
  call: UserCall,
  schedule: { id: string; time_zone: string },
  asked: { from?: string | undefined; days: number },
): Promise<OnCallPlan> {
  const { db } = call
  const now = Date.now()
  const zone = schedule.time_zone
  const first = dayOf(asked.from ? new Date(asked.from) : new Date(now), zone)
  const shownSpan = {
    start: startOfDay(first, zone).getTime(),
    end: startOfDay(addDays(first, asked.days), zone).getTime(),
  }
  const horizon = { start: now, end: now + horizonDays * dayMs }
  const around = { start: now - wholeShiftDays * dayMs, end: now + wholeShiftDays * dayMs }
  const span = {
    start: Math.min(shownSpan.start, around.start),
    end: Math.max(shownSpan.end, around.end),
  }
  const listed = { start: Math.min(shownSpan.start, now), end: span.end }
  const rota = (await loadRota(db, schedule.id, span)) as LoadedRota
  const { layers, final } = shiftsWithin(rota, shownSpan)
  const whole = shiftsWithin(rota, around).final.find(({ start, end }) => start <= now && now < end)
  return {
    from: new Date(shownSpan.start).toISOString(),
    to: new Date(shownSpan.end).toISOString(),
    time_zone: rota.timeZone,
    layers: layers.map((shifts, index) => ({
      name: rota.layers[index]?.name ?? '',
      shifts: shifts.map(shift => shown(rota, shift)),
    })),
    shifts: final.map(shift => shown(rota, shift)),
    now: whole ? shown(rota, whole) : null,
    overrides: await listOverrides(db, schedule.id, listed),
    absences: await listAbsences(db, [...rota.names.keys()], listed),
    problems: await problemsOf(call, rota, horizon),
    people: [...rota.available].map(id => ({ id, name: rota.names.get(id) ?? '' })),
  }
}

/** A schedule's people's shifts of the next 30 days, for those who read only what is their own. */
interface OwnSchedule {
  rota: LoadedRota
  final: Shift[]
}

/** The schedules that a person is a member of. */
export async function ownSchedules(call: UserCall): Promise<OwnSchedule[]> {
  const now = Date.now()
  const span = { start: now - wholeShiftDays * dayMs, end: now + horizonDays * dayMs }
  const found: OwnSchedule[] = []
  for (const id of await listOwnSchedules(call.db, call.actor.id)) {
    const rota = await loadOther(call, id, span)
    if (rota) found.push({ rota, final: shiftsWithin(rota, span).final.filter(({ end }) => end > now) })
  }
  return found
}

const ofPerson = (final: readonly Shift[], id: string) => final.filter(({ person }) => person === id)

const ownShifts = ({ id, name }: LoadedRota, final: readonly Shift[], personId: string) =>
  ofPerson(final, personId).map(shift => ({ schedule_id: id, schedule_name: name, ...times(shift) }))

const byStart = (one: { starts_at: string }, other: { starts_at: string }) =>
  one.starts_at.localeCompare(other.starts_at)

/** What a responder sees of their own shifts. */
export async function ownOnCall(call: UserCall): Promise<Omit<OwnOnCall, 'calendar_since'>> {
  const { db, actor } = call
  const now = Date.now()
  const schedules = await ownSchedules(call)
  return {
    shifts: schedules.flatMap(({ rota, final }) => ownShifts(rota, final, actor.id)).sort(byStart),
    covers: (await listCovers(db, actor.id)).map(toCover),
    absences: await listAbsences(db, [actor.id], { start: now, end: now + 3_650 * dayMs }),
    colleagues: schedules.flatMap(({ rota, final }) =>
      [...rota.available]
        .filter(id => id !== actor.id)
        .map(id => ({
          id,
          name: rota.names.get(id) ?? '',
          schedule_id: rota.id,
          shifts: ofPerson(final, id).map(times),
        })),
    ),
  }
}

/** A person's shifts within a span, in all schedules that can be read. */
export async function shiftsOf(call: Reader, personId: string, span: Span): Promise<OwnOnCall['shifts']> {
  const found: OwnOnCall['shifts'] = []
  for (const id of await listOwnSchedules(call.db, personId)) {
    const rota = await loadOther(call, id, span)
    if (rota) found.push(...ownShifts(rota, shiftsWithin(rota, span).final, personId))
  }
  return found.sort(byStart)
}

/** Whether a person is on call by a schedule for the whole of a span. */
export async function hasShift(
  db: Db,
  scheduleId: string,
  { person, ...span }: PersonSpan,
): Promise<boolean> {
  const rota = await loadRota(db, scheduleId, span)
  if (!rota) return false
  const own = ofPerson(shiftsWithin(rota, span).final, person)
  return own.reduce((sum, { start, end }) => sum + end - start, 0) === span.end - span.start
}
