import type { VoiceIntent } from '#contract/care/elderly-dashboard.ts'

/** How a language asks for what can be asked for by voice, and how that is answered. */
export interface Commands {
  /** Tried in the order of {@link order}, on a text in lower case without accents. */
  patterns: Record<Exclude<VoiceIntent, 'talk'>, RegExp>
  says: {
    help: string
    family: string
    /** The message that the family gets. @param name of who asks */
    familyMessage: (name: string) => string
    taken: (medicines: string) => string
    nothingDue: string
    good: string
    poor: string
    noMessages: string
    messages: (list: string) => string
    nextDose: (medicine: string, time: string) => string
    noDose: string
  }
}

/** What is graver is tried first; what denies something before what says it. */
export const order = [
  'help',
  'feeling_poor',
  'feeling_good',
  'medication_taken',
  'next_dose',
  'read_messages',
  'call_family',
] as const satisfies readonly VoiceIntent[]
