import { DAY, HOUR } from './conditions.ts'
import { medicationsOf } from './profiles.ts'
import type { Random } from './random.ts'
import { clockOffset } from './rhythm.ts'
import type { Person, World } from './world.ts'

/** Days before today of which the diary is kept by habit. */
const ROUTINE_DAYS = 14
/** Average number of habitual diary entries per person and day. */
const daily = 4

interface Routine {
  person: Person
  ts: number
  kind: 'checkin' | 'medication' | 'mood' | 'vitals'
  /** Of medication: which dose, and whether it was taken. */
  dose: { name: string; taken: boolean; at: number } | null
  random: Random
}

/** Those who keep the diary by habit: as many as a number of entries is enough for. */
export const creaturesOfHabit = (keepers: readonly Person[], total: number) =>
  keepers
    .toSorted((a, b) => Number(b.username === 'elsa.elderly') - Number(a.username === 'elsa.elderly'))
    .slice(0, Math.ceil((0.75 * total) / (daily * ROUTINE_DAYS)))

/**
 * Daily routines: a check-in after getting up, each dose on time, late, skipped or unreported, and occasional days without
 * any entry.
 */
export function* routines(world: World, people: readonly Person[]): Generator<Routine> {
  for (const person of people) {
    const habits = world.random.fork('habits', person.id)
    const risesAt = habits.between(7, 10)
    const medications = medicationsOf(person, world.random)
    for (let day = ROUTINE_DAYS; day >= 0; day--) {
      const midnight = world.today - day * DAY
      const start = midnight - clockOffset(person.city, midnight)
      const random = world.random.fork('routine', person.id, midnight)
      if (random.chance(0.06)) continue
      const entries: Omit<Routine, 'person' | 'random'>[] = []
      const note = (kind: Routine['kind'], hour: number, dose: Routine['dose'] = null) =>
        entries.push({ kind, dose, ts: Math.round(start + hour * HOUR) })
      if (random.chance(0.92)) note('checkin', risesAt + random.between(-0.4, 0.4))
      if (random.chance(0.6)) note('mood', risesAt + random.between(1, 10))
      if (random.chance(0.33)) note('vitals', risesAt + random.between(0.5, 2))
      for (const { name, times } of medications) {
        for (const time of times) {
          const hour = Number(time.slice(0, 2))
          const at = start + hour * HOUR
          const report = random.weighted({ onTime: 80, late: 9, leftOut: 4, silent: 7 })
          const delay = { onTime: random.between(-0.3, 0.6), late: random.between(1.2, 3), leftOut: 0.5 }
          if (report !== 'silent')
            note('medication', hour + delay[report], { name, taken: report !== 'leftOut', at })
        }
      }
      for (const entry of entries) {
        if (entry.ts >= person.since && entry.ts < Math.min(person.until, world.now))
          yield { person, random, ...entry }
      }
    }
  }
}
