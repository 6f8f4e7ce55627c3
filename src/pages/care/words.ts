import type { CareSummary } from '#contract/care/care.ts'
import type { Dose } from '#contract/care/health-quick.ts'
import type { Wellbeing } from '#contract/care/wellbeing.ts'

/** A sentence: the key of its text, and what is put into it. Instants are to be written by the person's clock. */
export type Words =
  | { key: 'alert' | 'notCheckedIn' | 'nothingHeard' | 'tookAll' }
  | { key: 'silent'; at: string }
  | { key: 'checkedIn' | 'checkedInAndTook'; at: string; feeling: 'good' | 'fair' | 'poor' }
  | { key: 'missed' | 'late' | 'doseUnknown' | 'due' | 'next'; at: string; what: string }

interface Told {
  status: Wellbeing
  known: CareSummary['known']
  checkins: Pick<CareSummary['checkins'], 'today' | 'last_at' | 'last_feeling'>
  doses: readonly Dose[]
}

const feelings = ['good', 'fair', 'poor'] as const

/** What is to be said of one dose. */
const about = (key: 'missed' | 'late' | 'doseUnknown' | 'due' | 'next', dose: Dose): Words => ({
  key,
  at: dose.due_at,
  what: dose.name,
})

/** How somebody's day is going, in a few plain sentences, the most important first. */
export function wordsOf({ status, known, checkins, doses }: Told): Words[] {
  const words: Words[] = []
  const of = (state: Dose['state']) => doses.filter(dose => dose.state === state)
  const open = [
    ...of('missed').map(dose => about('missed', dose)),
    ...of('late').map(dose => about('late', dose)),
    ...of('unknown').map(dose => about('doseUnknown', dose)),
  ]
  const tookAll = open.length === 0 && of('taken').length > 0
  const { last_at, last_feeling } = checkins

  if (status === 'needs_help') words.push({ key: 'alert' })
  if (checkins.today && last_at) {
    const feeling = feelings.find(one => one === last_feeling) ?? 'fair'
    words.push({ key: tookAll ? 'checkedInAndTook' : 'checkedIn', at: last_at, feeling })
  } else {
    words.push({ key: 'notCheckedIn' })
    if (tookAll) words.push({ key: 'tookAll' })
  }
  words.push(...open)
  if (status === 'unknown') {
    const at = known?.device?.heard_until
    words.push(at ? { key: 'silent', at } : { key: 'nothingHeard' })
  }
  const due = doses.find(({ state }) => state === 'due')
  const next = doses.find(({ state }) => state === 'upcoming')
  if (due) words.push(about('due', due))
  else if (next) words.push(about('next', next))
  return words
}
