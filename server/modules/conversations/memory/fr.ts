import type { MemoryLanguage } from './memory.ts'

const turned = (words: string) =>
  words
    .replace(/(?<!\p{L})m(?:on|a)(?!\p{L})/giu, 'votre')
    .replace(/(?<!\p{L})mes(?!\p{L})/giu, 'vos')
    .trim()
const your = (word: string) => (/^(?:mes|les)$/i.test(word) ? 'vos' : 'votre')
const thing = '([\\p{L}][\\p{L} -]{1,40}?)'
const rest = '([^.!?;]{1,100})'
const placePattern = `((?:dans|sur|sous|derrière|devant|à côté d[eu]|près d[eu]|au|à la|chez) ${rest})`
/** Verb forms in the first person, with the form for the reply. */
const verbs: Record<string, string> = {
  'je garde': 'vous gardez',
  'je range': 'vous rangez',
  'je mets': 'vous mettez',
  "j'ai mis": 'vous avez mis',
  "j'ai laissé": 'vous avez laissé',
  'je prends': 'vous prenez',
  'je suis né': 'vous êtes né',
  'je suis née': 'vous êtes née',
  "j'ai grandi": 'vous avez grandi',
  "j'habite": 'vous habitez',
  "j'ai travaillé": 'vous avez travaillé',
}
const conjugate = (verb: string) => verbs[verb.toLowerCase().replace('’', "'")] ?? verb

export const french: MemoryLanguage = {
  statements: [
    {
      pattern: new RegExp(`(?<!\\p{L})(mon|ma) ${thing} s['’]appelle ${rest}`, 'iu'),
      fact: ([, , subject = '', name = '']) => ({
        subject,
        statement: `votre ${subject} s’appelle ${turned(name)}`,
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})(mon|ma) (${thing} préférée?|anniversaire|rendez-vous|opération) est ${rest}`,
        'iu',
      ),
      fact: ([, , subject = '', , what = '']) => ({
        subject,
        statement: `votre ${subject} est ${turned(what)}`,
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})(mon|ma|mes) ${thing} (est|sont) (?:toujours |rangée?s? )?${placePattern}`,
        'iu',
      ),
      fact: ([, possessor = '', subject = '', verb = '', where = '']) => ({
        subject,
        statement: `${your(possessor)} ${subject} ${verb} ${turned(where)}`,
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})(je garde|je range|je mets|j['’]ai mis|j['’]ai laissé) (mon|ma|mes|les|le|la) ${thing} ${placePattern}`,
        'iu',
      ),
      fact: ([, verb = '', whose = '', subject = '', where = '']) => ({
        subject,
        statement: `${conjugate(verb)} ${your(whose)} ${subject} ${turned(where)}`,
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})(je prends) (mon|ma|mes|les|le|la) ${thing} ((?:à|avec|avant|après) ${rest})`,
        'iu',
      ),
      fact: ([, verb = '', whose = '', subject = '', when = '']) => ({
        subject,
        statement: `${conjugate(verb)} ${your(whose)} ${subject} ${turned(when)}`,
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})(je suis née?|j['’]ai grandi|j['’]habite|j['’]ai travaillé) ((?:à|en|au|dans|près d[eu]|comme) ${rest})`,
        'iu',
      ),
      fact: ([, verb = '', where = '']) => ({
        subject: verb.replace(/^j['’]ai |^je suis |^j['’]/iu, ''),
        statement: `${conjugate(verb)} ${turned(where)}`,
      }),
    },
  ],
  isQuestion: /\?|^(?:où|que|quand|qui|quel|quelle|comment)(?!\p{L})/iu,
  isQuestionAboutSelf:
    /(?:où|quand|quels?|quelles?|qui|comment s['’]appelle|vous rappelez|vous souvenez).{0,40}(?<!\p{L})(?:mon|ma|mes|suis-je|ai-je|j['’]habite)(?!\p{L})/iu,
  synonyms: [
    ['médicament', 'comprimé', 'cachet', 'pilule'],
    ['clé', 'clef'],
    ['né', 'née'],
    ['préféré', 'préférée'],
  ],
}
