import type { MemoryLanguage } from './memory.ts'

/** From the speaker's words to those of who answers. */
const turned = (words: string) =>
  words.replace(/(?<!\p{L})mein(e[mnrs]?)?(?!\p{L})/giu, (_, ending = '') => `Ihr${ending}`).trim()
const your = (word: string) => word.replace(/^mein/i, 'Ihr').replace(/^(?:die|das|der|den)$/i, 'Ihre')
const thing = '([\\p{L}][\\p{L} -]{1,40}?)'
const rest = '([^.!?;]{1,100})'
const placePattern = `((?:in|im|auf|unter|hinter|neben|bei|beim|am|an|vor|zwischen|über) ${rest})`
/** Verb forms in the first person, with the form for the reply. */
const verbs: Record<string, string> = {
  lebe: 'leben',
  wohne: 'wohnen',
  lege: 'legen',
  bewahre: 'bewahren',
  stelle: 'stellen',
  nehme: 'nehmen',
}

export const german: MemoryLanguage = {
  statements: [
    {
      pattern: new RegExp(`(?<!\\p{L})(meine?) ${thing} hei(?:ß|ss)t ${rest}`, 'iu'),
      fact: ([, possessor = '', subject = '', name = '']) => ({
        subject,
        statement: `${your(possessor)} ${subject} heißt ${turned(name)}`,
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})(meine?) (Lieblings\\p{L}+|Geburtstag|Termin|Arzttermin|Hochzeitstag|Operation) ist ${rest}`,
        'iu',
      ),
      fact: ([, whose = '', subject = '', what = '']) => ({
        subject,
        statement: `${your(whose)} ${subject} ist ${turned(what)}`,
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})(meine?) ${thing} (ist|sind|liegt|liegen|steht|stehen|hängt|hängen) (?:immer |jetzt )?${placePattern}`,
        'iu',
      ),
      fact: ([, whose = '', subject = '', verb = '', where = '']) => ({
        subject,
        statement: `${your(whose)} ${subject} ${verb} ${turned(where)}`,
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})ich (lege|stelle|bewahre) (?:immer )?(meinen?|die|das|den) ${thing} (?:immer )?${placePattern}`,
        'iu',
      ),
      fact: ([, verb = '', whose = '', subject = '', where = '']) => ({
        subject,
        statement: `Sie ${verbs[verb.toLowerCase()] ?? verb} ${your(whose)} ${subject} ${turned(where)}`,
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})ich (nehme) (meinen?|die|das) ${thing} ((?:um|mit|vor|nach|am|zum|zur) ${rest})`,
        'iu',
      ),
      fact: ([, verb = '', whose = '', subject = '', when = '']) => ({
        subject,
        statement: `Sie ${verbs[verb.toLowerCase()] ?? verb} ${your(whose)} ${subject} ${turned(when)}`,
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})ich bin ((?:in|bei|auf|an|im) ${rest}?) (geboren|aufgewachsen)(?!\\p{L})`,
        'iu',
      ),
      fact: ([, where = '', , verb = '']) => ({ subject: verb, statement: `Sie sind ${where} ${verb}` }),
    },
    {
      pattern: new RegExp(`(?<!\\p{L})ich (wohne|lebe) ((?:in|bei|auf|an|am|im) ${rest})`, 'iu'),
      fact: ([, verb = '', where = '']) => ({
        subject: verb,
        statement: `Sie ${verbs[verb.toLowerCase()] ?? verb} ${turned(where)}`,
      }),
    },
  ],
  isQuestion: /\?|^(?:wo|was|wann|wer|wie|welche[rsn]?)(?!\p{L})/iu,
  isQuestionAboutSelf:
    /(?:wo|wann|was|wer|welche[rsn]?|wie heißt|wissen Sie|erinnern Sie).{0,40}(?<!\p{L})(?:meine?[nr]?|bin ich|habe ich|wohne ich|lebe ich)(?!\p{L})/iu,
  synonyms: [
    ['medikamente', 'medikament', 'tabletten', 'tablette', 'pillen', 'medizin', 'arznei'],
    ['brille', 'lesebrille'],
    ['telefon', 'handy'],
  ],
}
