import type { CareSummary } from '#contract/care/care.ts'
import { vitalSignNames } from '#contract/care/wellness.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { hasCheckedIn, usualCheckin } from './attention.ts'
import { describePerson } from './day.ts'
import { getCarePlan } from './elderly-dashboard/plan.ts'
import { listTasks } from './elderly-dashboard/tasks.ts'
import { checkinStreak } from './health-quick/health.ts'
import type { DiaryEntry } from './health-quick/queries.ts'
import { computeAdherence, moodScore } from './health-quick/summary.ts'
import { readingsIn } from './health-quick/vital-signs.ts'
import {
  findPersonHeader,
  getHelpStatus,
  listAlerts,
  listContacts,
  listConversations,
  listDevices,
  loadCareSignals,
} from './queries.ts'

const DAY = 86_400_000
/** Days covered by the series, and by adherence. */
const seriesDays = 30
const adherenceDays = 7
const recentLimit = 5
const maxTasks = 20

const instant = (at: number) => new Date(at).toISOString()

/** Readings grouped by vital sign; signs without readings are omitted. */
function vitalsIn(entries: readonly DiaryEntry[]): NonNullable<CareSummary['vitals']> {
  const readings = entries
    .filter(({ kind }) => kind === 'vitals')
    .flatMap(({ value, at }) => readingsIn(value).map(reading => ({ ...reading, at: instant(at) })))
  return vitalSignNames.flatMap(name => {
    const of = readings.filter(reading => reading.name === name)
    const [first] = of
    if (!first) return []
    const { unit, usual } = first
    return [{ name, unit, usual, readings: of.map(({ at, value, state }) => ({ at, value, state })) }]
  })
}

export async function buildCareSummary(call: AuthenticatedCall, id: string): Promise<CareSummary> {
  const { db } = call
  const now = Date.now()
  const head = await findPersonHeader(db, id)
  const signals = (await loadCareSignals(call, [id], { days: seriesDays, now })).get(id)
  if (!signals) throw new Error(`There is no person ${id}`)
  const { entries, doses } = signals.diary
  const checkin = entries.findLast(({ kind }) => kind === 'checkin')
  const { plan } = await getCarePlan(db, id)
  const tasks = await listTasks(db, id, undefined)
  return {
    ...describePerson(head, signals, now),
    help: await getHelpStatus(call, id),
    adherence: computeAdherence(
      doses.filter(({ due_at }) => now - Date.parse(due_at) <= adherenceDays * DAY),
    ),
    checkins: {
      streak: await checkinStreak(db, id, now),
      today: hasCheckedIn(signals.diary),
      usual_time: usualCheckin(signals.diary),
      last_at: checkin ? instant(checkin.at) : null,
      last_feeling: checkin ? String(checkin.value.feeling) : null,
    },
    vitals: vitalsIn(entries),
    mood: entries
      .filter(({ kind }) => kind === 'mood')
      .map(entry => ({ at: instant(entry.at), score: moodScore(entry) })),
    tasks: tasks.filter(({ status }) => status !== 'cancelled').slice(0, maxTasks),
    plan: plan && { goals: plan.goals, review_on: plan.review_on },
    contacts: await listContacts(db, id),
    devices: await listDevices(db, id),
    conversations: await listConversations(db, id, recentLimit),
    alerts: await listAlerts(call, id, recentLimit),
    as_of: instant(now),
  }
}
