import type { Commands } from './phrases.ts'

export const german: Commands = {
  patterns: {
    help: /^\W*(bitte )?(hilfe|zu hilfe|helfen sie mir|hilf mir)( bitte)?\W*$|\b(notfall|krankenwagen|notarzt)\b|\bich brauche hilfe\b|\bich bin (hin)?gefallen\b|\bich bin gesturzt\b/,
    feeling_poor:
      /\b(mir geht es|ich fuhle mich|es geht mir)( heute)?( sehr| ganz| ziemlich| gar)? (schlecht|elend|krank|nicht( so| sehr)? gut|nicht wohl)\b|\bmir ist( so| sehr)? (schlecht|ubel)\b/,
    feeling_good:
      /\b(mir geht es|ich fuhle mich|es geht mir)( heute)?( sehr| ganz| recht)? (gut|prima|wohl|bestens)\b/,
    medication_taken:
      /^(?!.*\b(nicht|keine)\b).*\bich habe\b.*\b(tabletten?|pillen?|medikamente?|medizin|dosis)\b.*\b(genommen|eingenommen)\b/,
    next_dose:
      /\b(wann|um wie viel uhr)\b.*\b(tabletten?|pillen?|medikamente?|medizin|dosis)\b|\bnachste (tablette|pille|dosis|medizin)\b/,
    read_messages: /\b(lies|lesen|neue|zeig|zeigen|gibt es|habe ich)\b.*\bnachrichten?\b/,
    call_family:
      /\b(ruf|rufen|sag|sagen|schreib|schreiben|verstandige|benachrichtige)\b.*\b(familie|tochter|sohn|frau|mann|schwester|bruder)\b/,
  },
  says: {
    help: 'Ich rufe Hilfe. Bleiben Sie, wo Sie sind.',
    family: 'Ich habe Ihrer Familie gesagt, dass Sie einen Anruf wünschen.',
    familyMessage: name => `${name} bittet um einen Anruf.`,
    taken: medicines => `Ich habe aufgeschrieben, dass Sie ${medicines} genommen haben.`,
    nothingDue: 'Im Moment ist nichts fällig, deshalb habe ich nichts aufgeschrieben.',
    good: 'Das freut mich. Ich habe es aufgeschrieben.',
    poor: 'Das tut mir leid. Ich habe es aufgeschrieben, damit es die sehen, die sich um Sie kümmern.',
    noMessages: 'Sie haben keine neuen Nachrichten.',
    messages: list => `Ihre neuen Nachrichten: ${list}`,
    nextDose: (medicine, time) => `Als Nächstes kommt ${medicine}, um ${time}.`,
    noDose: 'Heute ist nichts mehr fällig.',
  },
}
