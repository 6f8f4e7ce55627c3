import { doseStateAt, lost } from '#contract/care/dose-state.ts'
import type { Dose } from '#contract/care/health-quick.ts'
import { addDays, dayOf, firstInstantAt } from '#server/kit/period.ts'

/** What holds from an instant up to another, in milliseconds of the epoch. */
export interface Holding<Value> {
  from: number
  to: number
  value: Value
}

export interface Medication {
  name: string
  dose: string
  /** HH:MM where the person is. */
  times: readonly string[]
}

/** The zones that a person was in and what they were to take, each without gaps and the earliest first. */
export interface Schedule {
  zones: readonly Holding<string>[]
  medications: readonly Holding<readonly Medication[]>[]
}

export type PlannedDose = Pick<Dose, 'name' | 'dose' | 'day' | 'time'> & { due: number }

/**
 * When a dose is due: once the person's own clock reads its day and time, or later. So one that clocks or a flight
 * east skip is due on the jump, and one that comes twice is due the first time.
 */
function dueAt(zones: Schedule['zones'], day: string, time: string): number {
  const clock = Date.parse(`${day}T${time}:00Z`)
  for (const { from, to, value } of zones) {
    const due = Math.max(from, firstInstantAt(clock, value))
    if (due < to) return due
  }
  return Number.POSITIVE_INFINITY
}

/** The doses that are due from an instant up to, and without, another; the earliest first. */
export function dosesBetween({ zones, medications }: Schedule, from: number, to: number): PlannedDose[] {
  const first = addDays(dayOf(new Date(from), 'UTC'), -1)
  const last = addDays(dayOf(new Date(to), 'UTC'), 1)
  const doses: PlannedDose[] = []
  for (const plan of medications) {
    if (plan.to <= from || plan.from >= to) continue
    for (let day = first; day <= last; day = addDays(day, 1)) {
      for (const { name, dose, times } of plan.value) {
        for (const time of new Set(times)) {
          const due = dueAt(zones, day, time)
          if (due >= Math.max(from, plan.from) && due < Math.min(to, plan.to))
            doses.push({ name, dose, day, time, due })
        }
      }
    }
  }
  return doses.sort((a, b) => a.due - b.due || a.name.localeCompare(b.name))
}

/** What somebody said of a dose; `at` and `dose_at` in milliseconds of the epoch. */
export interface Said {
  name: string
  taken: boolean
  at: number
  /** Of which dose, where they said. */
  dose_at: number | null
}

/** What is said of each dose: by its time, else of the nearest that could be meant. The last word holds. */
export function matched(doses: readonly PlannedDose[], said: readonly Said[]): Map<PlannedDose, Said> {
  const found = new Map<PlannedDose, Said>()
  const distance = (word: Said) => (dose: PlannedDose) => Math.abs(dose.due - (word.dose_at ?? word.at))
  for (const word of said.toSorted((a, b) => a.at - b.at)) {
    const away = distance(word)
    const [nearest] = doses
      .filter(dose => dose.name === word.name && away(dose) <= (word.dose_at === null ? lost : 0))
      // A second word in a row rather tells of a dose of which nothing is said yet.
      .toSorted((a, b) => Number(found.has(a)) - Number(found.has(b)) || away(a) - away(b))
    if (nearest) found.set(nearest, word)
  }
  return found
}

/** The doses of a time with how it stands with each. */
export function judged(
  schedule: Schedule,
  said: readonly Said[],
  { from, to, ...known }: { from: number; to: number; now: number; heardUntil: number },
): Dose[] {
  const doses = dosesBetween(schedule, from, to)
  const words = matched(doses, said)
  return doses.map(planned => {
    const { due, ...dose } = planned
    const word = words.get(planned)
    return {
      ...dose,
      due_at: new Date(due).toISOString(),
      state: doseStateAt(due, word, known),
      taken_at: word?.taken ? new Date(word.at).toISOString() : null,
    }
  })
}
