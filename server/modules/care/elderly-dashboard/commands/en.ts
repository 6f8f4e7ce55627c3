import type { Commands } from './phrases.ts'

export const english: Commands = {
  patterns: {
    help: /^(please )?help( me)?( please)?\W*$|\b(emergency|ambulance)\b|\bi need help\b|\bcall for help\b|\bi('ve| have)? (fell|fallen)\b/,
    feeling_poor:
      /\bi('m| am| feel)( feeling)?( (very|quite|really|so))? (bad|poorly|unwell|ill|sick|awful|terrible|not (very )?(well|good|fine|great))\b|\bi (don't|do not) feel( very)? (well|good)\b/,
    feeling_good:
      /\bi('m| am| feel)( feeling)?( (very|quite|really|so))? (good|fine|well|great|okay|ok|happy)\b/,
    medication_taken:
      /\bi('ve| have)?( just| already)? (took|taken|had)\b.*\b(pills?|tablets?|medicines?|medication|meds|dose)\b/,
    next_dose:
      /\bwhen\b.*\b(pills?|tablets?|medicines?|medication|meds|dose)\b|\bnext (pill|tablet|dose|medicine|medication)\b/,
    read_messages: /\b(read|any|show|new)\b.*\bmessages?\b/,
    call_family:
      /\b(call|phone|ring|tell|message|contact)\b.*\b(family|daughter|son|wife|husband|sister|brother)\b/,
  },
  says: {
    help: 'I am calling for help. Stay where you are.',
    family: 'I’ve let your family know that you’d like them to call.',
    familyMessage: name => `${name} would like you to call.`,
    taken: medicines => `I’ve recorded that you took ${medicines}.`,
    nothingDue: 'Nothing is due right now, so I didn’t record anything.',
    good: 'I’m glad to hear that. I’ve made a note of it.',
    poor: 'I’m sorry to hear that. I’ve made a note of it for the people who care for you.',
    noMessages: 'You have no new messages.',
    messages: list => `Your new messages: ${list}`,
    nextDose: (medicine, time) => `Next is ${medicine}, at ${time}.`,
    noDose: 'Nothing more is due today.',
  },
}
