import type { Dose, DoseState } from './health-quick.ts'

/** How far from when it is due a dose can be taken: before, without being late, and at all. Milliseconds. */
const early = 60 * 60_000
const grace = 60 * 60_000
export const lost = 240 * 60_000

/** What is known beside the schedule: the time, and up to when the person was heard of. Milliseconds of the epoch. */
interface Heard {
  now: number
  heardUntil: number
}

/**
 * The state of a dose. Silence proves nothing: it is called missed only where the person was heard of until it was
 * too late for it. Otherwise it is not known, and once they are heard of again, what was kept offline says which.
 * @param due milliseconds of the epoch
 * @param word what was said of it
 */
export function doseStateAt(
  due: number,
  word: { taken: boolean } | undefined,
  { now, heardUntil }: Heard,
): DoseState {
  if (word) return word.taken ? 'taken' : 'missed'
  if (now < due - early) return 'upcoming'
  if (now <= due + grace) return 'due'
  const isOver = now > due + lost
  if (heardUntil < (isOver ? due + lost : now)) return 'unknown'
  return isOver ? 'missed' : 'late'
}

/** A dose as it stands some time after it was read, while nothing more was heard. */
export const decayed = (dose: Dose, heard: Heard): DoseState =>
  dose.state === 'taken' || dose.state === 'missed'
    ? dose.state
    : doseStateAt(Date.parse(dose.due_at), undefined, heard)
