import type { MemoryLanguage } from './memory.ts'

const turned = (words: string) => words.replace(/\bmi(s?)\b/gi, 'su$1').trim()
const thing = '([\\p{L}][\\p{L} ]{1,40}?)'
const rest = '([^.!?;]{1,100})'
const placePattern = `((?:en|sobre|debajo de|detrás de|junto a|al lado de|dentro de|encima de) ${rest})`
/** Verb forms in the first person, with the form for the reply. */
const verbs: Record<string, string> = {
  guardo: 'guarda',
  dejo: 'deja',
  dejé: 'dejó',
  puse: 'puso',
  pongo: 'pone',
  nací: 'nació',
  crecí: 'creció',
  vivo: 'vive',
  trabajé: 'trabajó',
  tomo: 'toma',
}
const conjugate = (verb: string) => verbs[verb.toLowerCase()] ?? verb

export const spanish: MemoryLanguage = {
  statements: [
    {
      pattern: new RegExp(`(?<!\\p{L})mi ${thing} se llama ${rest}`, 'iu'),
      fact: ([, subject = '', name = '']) => ({
        subject,
        statement: `su ${subject} se llama ${turned(name)}`,
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})mi (${thing} favorit[oa]|cumpleaños|cita|aniversario|operación) es ${rest}`,
        'iu',
      ),
      fact: ([, subject = '', , what = '']) => ({ subject, statement: `su ${subject} es ${turned(what)}` }),
    },
    {
      pattern: new RegExp(`(?<!\\p{L})mi(s?) ${thing} (está|están) (?:siempre )?${placePattern}`, 'iu'),
      fact: ([, many = '', subject = '', verb = '', where = '']) => ({
        subject,
        statement: `su${many} ${subject} ${verb} ${turned(where)}`,
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})(guardo|dejo|dejé|puse|pongo) (?:mi|las|los|la|el)(s?) ${thing} ${placePattern}`,
        'iu',
      ),
      fact: ([, verb = '', many = '', subject = '', where = '']) => ({
        subject,
        statement: `usted ${conjugate(verb)} su${many || (subject.endsWith('s') ? 's' : '')} ${subject} ${turned(where)}`,
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})(tomo) (?:mi|las|los|la|el)(s?) ${thing} ((?:a las|a la|con|antes|después) ${rest})`,
        'iu',
      ),
      fact: ([, verb = '', , subject = '', when = '']) => ({
        subject,
        statement: `usted ${conjugate(verb)} su${subject.endsWith('s') ? 's' : ''} ${subject} ${turned(when)}`,
      }),
    },
    {
      pattern: new RegExp(`(?<!\\p{L})(nací|crecí|vivo|trabajé) ((?:en|cerca de|como|de) ${rest})`, 'iu'),
      fact: ([, verb = '', where = '']) => ({
        subject: verb,
        statement: `usted ${conjugate(verb)} ${turned(where)}`,
      }),
    },
  ],
  isQuestion: /[¿?]|^(?:dónde|qué|cuándo|quién|cuál|cómo)(?!\p{L})/iu,
  isQuestionAboutSelf:
    /(?:dónde|cuándo|qué|quién|cuál|cómo se llama|recuerda|se acuerda).{0,40}(?<!\p{L})(?:mis?|nací|crecí|vivo|trabajé|guardo)(?!\p{L})/iu,
  synonyms: [
    ['medicina', 'medicamento', 'pastilla', 'medicación', 'tableta'],
    ['gafas', 'lentes'],
    ['favorito', 'favorita'],
  ],
}
