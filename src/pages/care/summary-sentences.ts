import type { CareSummary } from '#contract/care/care.ts'
import type { HelpStatus } from '#contract/care/family-simple.ts'
import type { Dose } from '#contract/care/health-quick.ts'
import type { Wellbeing } from '#contract/care/wellbeing.ts'

/** A sentence's locale key and values. Times are formatted in the person's time zone. */
export type SummarySentence =
  | {
      key:
        | 'needsHelp'
        | 'noContacts'
        | 'noneNotified'
        | 'noneResponded'
        | 'notCheckedIn'
        | 'nothingHeard'
        | 'tookAll'
    }
  | { key: 'openAlerts'; count: number; at: string }
  | { key: 'unreached'; count: number }
  | { key: 'responder'; who: string; at: string }
  | {
      key: 'notified' | 'messageSent'
      who: string
      channel: HelpStatus['notified'][number]['channel']
      at: string
    }
  | { key: 'silent' | 'nextAttempt'; at: string }
  | { key: 'checkedIn' | 'checkedInAndTook'; at: string; feeling: 'good' | 'fair' | 'poor' }
  | { key: 'missed' | 'late' | 'doseUnknown' | 'due' | 'next'; at: string; what: string }

interface SummaryInput {
  status: Wellbeing
  help: CareSummary['help']
  known: CareSummary['known']
  checkins: Pick<CareSummary['checkins'], 'today' | 'last_at' | 'last_feeling'>
  doses: readonly Dose[]
}

const feelings = ['good', 'fair', 'poor'] as const

/** Sentence about one dose. */
const doseSentence = (
  key: 'missed' | 'late' | 'doseUnknown' | 'due' | 'next',
  dose: Dose,
): SummarySentence => ({
  key,
  at: dose.due_at,
  what: dose.name,
})

/** What was done about the open alerts, and plainly where nothing was. */
function helpSentences({ notified, responders, ...help }: HelpStatus): SummarySentence[] {
  return [
    { key: 'openAlerts', count: help.open_alerts, at: help.since },
    ...responders.map(({ name, since }): SummarySentence => ({ key: 'responder', who: name, at: since })),
    ...notified.map(
      ({ recipient, channel, state, at }): SummarySentence => ({
        key: state === 'delivered' ? 'notified' : 'messageSent',
        who: recipient,
        channel,
        at,
      }),
    ),
    ...(notified.length === 0 ? [{ key: 'noneNotified' } as const] : []),
    ...(help.unreached > 0 ? [{ key: 'unreached', count: help.unreached } as const] : []),
    ...(help.contacts === 0 ? [{ key: 'noContacts' } as const] : []),
    ...(help.unowned ? [{ key: 'noneResponded' } as const] : []),
    ...(help.unowned && help.next_attempt_at
      ? [{ key: 'nextAttempt', at: help.next_attempt_at } as const]
      : []),
  ]
}

/** Summarizes a person's day in sentences, most important first. */
export function summarySentences({ status, help, known, checkins, doses }: SummaryInput): SummarySentence[] {
  const words: SummarySentence[] = []
  const dosesIn = (state: Dose['state']) => doses.filter(dose => dose.state === state)
  const open = [
    ...dosesIn('missed').map(dose => doseSentence('missed', dose)),
    ...dosesIn('late').map(dose => doseSentence('late', dose)),
    ...dosesIn('unknown').map(dose => doseSentence('doseUnknown', dose)),
  ]
  const tookAll = open.length === 0 && dosesIn('taken').length > 0
  const { last_at, last_feeling } = checkins

  if (status === 'needs_help') words.push({ key: 'needsHelp' })
  if (help) words.push(...helpSentences(help))
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
  if (due) words.push(doseSentence('due', due))
  else if (next) words.push(doseSentence('next', next))
  return words
}
