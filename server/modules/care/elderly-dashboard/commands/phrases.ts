import type { VoiceIntent } from '#contract/care/elderly-dashboard.ts'

/** Voice command patterns and answers of a language. */
export interface Commands {
  /** Matched in {@link order} against lower-case text without accents. */
  patterns: Record<Exclude<VoiceIntent, 'talk'>, RegExp>
  says: {
    help: string
    family: string
    /** The message sent to the family. @param name the person's name */
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

/** More severe intents come first, negations before the statements they negate. */
export const order = [
  'help',
  'feeling_poor',
  'feeling_good',
  'medication_taken',
  'next_dose',
  'read_messages',
  'call_family',
] as const satisfies readonly VoiceIntent[]
