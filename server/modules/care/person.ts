import type { CareSummary } from '#contract/care/care.ts'
import { vitalSignNames } from '#contract/care/wellness.ts'
import type { Db } from '#server/db/open.ts'
import { hasCheckedIn, usualCheckin } from './attention.ts'
import { aboutOf } from './day.ts'
import { planOf } from './elderly-dashboard/plan.ts'
import { tasksOf } from './elderly-dashboard/tasks.ts'
import { checkinStreak } from './health-quick/health.ts'
import type { Noted } from './health-quick/queries.ts'
import { adherenceOf, scoreOf } from './health-quick/summary.ts'
import { readingsIn } from './health-quick/vital-signs.ts'
import {
  alertsOf,
  contactsOf,
  conversationsOf,
  devicesOf,
  factsOf,
  getHelpStatus,
  headOf,
} from './queries.ts'

const DAY = 86_400_000
/** Days that series cover, and those that adherence is counted over. */
const seriesDays = 30
const adherenceDays = 7
const lastFew = 5
const mostTasks = 20

const instant = (at: number) => new Date(at).toISOString()

/** The readings of each vital sign that there are any of, in their order. */
function vitalsIn(entries: readonly Noted[]): NonNullable<CareSummary['vitals']> {
  const read = entries
    .filter(({ kind }) => kind === 'vitals')
    .flatMap(({ value, at }) => readingsIn(value).map(reading => ({ ...reading, at: instant(at) })))
  return vitalSignNames.flatMap(name => {
    const of = read.filter(reading => reading.name === name)
    const [first] = of
    if (!first) return []
    const { unit, usual } = first
    return [{ name, unit, usual, readings: of.map(({ at, value, state }) => ({ at, value, state })) }]
  })
}

/** Everything that those who look after somebody need to know of them. */
export async function summaryOf(db: Db, id: string): Promise<CareSummary> {
  const now = Date.now()
  const head = await headOf(db, id)
  const facts = (await factsOf(db, [id], { days: seriesDays, now })).get(id)
  if (!facts) throw new Error(`There is no person ${id}`)
  const { entries, doses } = facts.diary
  const checkin = entries.findLast(({ kind }) => kind === 'checkin')
  const { plan } = await planOf(db, id)
  const tasks = await tasksOf(db, id, undefined)
  return {
    ...aboutOf(head, facts, now),
    help: await getHelpStatus(db, id),
    adherence: adherenceOf(doses.filter(({ due_at }) => now - Date.parse(due_at) <= adherenceDays * DAY)),
    checkins: {
      streak: await checkinStreak(db, id, now),
      today: hasCheckedIn(facts.diary),
      usual_time: usualCheckin(facts.diary),
      last_at: checkin ? instant(checkin.at) : null,
      last_feeling: checkin ? String(checkin.value.feeling) : null,
    },
    vitals: vitalsIn(entries),
    mood: entries
      .filter(({ kind }) => kind === 'mood')
      .map(entry => ({ at: instant(entry.at), score: scoreOf(entry) })),
    tasks: tasks.filter(({ status }) => status !== 'cancelled').slice(0, mostTasks),
    plan: plan && { goals: plan.goals, review_on: plan.review_on },
    contacts: await contactsOf(db, id),
    devices: await devicesOf(db, id),
    conversations: await conversationsOf(db, id, lastFew),
    alerts: await alertsOf(db, id, lastFew),
    as_of: instant(now),
  }
}
