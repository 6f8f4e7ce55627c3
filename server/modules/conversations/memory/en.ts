import type { MemoryLanguage } from './memory.ts'

/** From the speaker's words to those of who answers. */
const turned = (words: string) =>
  words
    .replace(/\bmy\b/gi, 'your')
    .replace(/\bI am\b/gi, 'you are')
    .replace(/\bI\b/g, 'you')
    .replace(/\bme\b/gi, 'you')
    .trim()

const thing = "([a-z][\\w' -]{1,40}?)"
const rest = '([^.!?;]{1,100})'
const placePattern = `((?:in|on|at|under|behind|beside|next to|near|inside|by|with) ${rest})`

const statements: MemoryLanguage['statements'] = [
  {
    pattern: new RegExp(`\\bmy ${thing}(?:'s name)? (?:is|are) (?:called|named) ${rest}`, 'i'),
    fact: ([, subject = '', name = '']) => ({ subject, statement: `your ${subject} is called ${name}` }),
  },
  {
    pattern: new RegExp(`\\bmy ${thing}'s name is ${rest}`, 'i'),
    fact: ([, subject = '', name = '']) => ({ subject, statement: `your ${subject} is called ${name}` }),
  },
  {
    pattern: new RegExp(
      `\\bmy (favou?rite ${thing}|(?:[a-z']+ )?(?:birthday|appointment|anniversary|operation)) is ${rest}`,
      'i',
    ),
    fact: ([, subject = '', , what = '']) => ({ subject, statement: `your ${subject} is ${what}` }),
  },
  {
    pattern: new RegExp(`\\bmy ${thing} (is|are) (?:always |now |kept )?${placePattern}`, 'i'),
    fact: ([, subject = '', verb = '', where = '']) => ({
      subject,
      statement: `your ${subject} ${verb} ${where}`,
    }),
  },
  {
    pattern: new RegExp(`\\bI (?:always )?(keep|put|left|hid|store) my ${thing} ${placePattern}`, 'i'),
    fact: ([, verb = '', subject = '', where = '']) => ({
      subject,
      statement: `you ${verb} your ${subject} ${where}`,
    }),
  },
  {
    pattern: new RegExp(`\\bI (take|took) my ${thing} ((?:at|with|before|after) ${rest})`, 'i'),
    fact: ([, verb = '', subject = '', when = '']) => ({
      subject,
      statement: `you ${verb} your ${subject} ${when}`,
    }),
  },
  {
    pattern: new RegExp(`\\bI (was born|grew up|live|worked) ((?:in|at|near|by|as) ${rest})`, 'i'),
    fact: ([, verb = '', where = '']) => ({
      subject: verb.replace('was ', '').replace('grew', 'grow').replace('worked', 'work'),
      statement: `you ${verb.replace('was', 'were')} ${where}`,
    }),
  },
]

export const english: MemoryLanguage = {
  statements: statements.map(({ pattern, fact }) => ({
    pattern,
    fact: groups => {
      const { subject, statement } = fact(groups)
      return { subject, statement: turned(statement) }
    },
  })),
  isQuestion: /\?|^(?:where|what|when|who|which|how|do you)\b|\b(?:tell me|remind me)\b/i,
  isQuestionAboutSelf:
    /\b(?:where|when|what|who|which|do you (?:know|remember))\b.{0,40}\b(?:my|was I born|did I|do I)\b/i,
  synonyms: [
    ['medication', 'medicine', 'tablet', 'pill', 'drug'],
    ['glasses', 'spectacle'],
    ['phone', 'telephone'],
    ['favourite', 'favorite'],
  ],
}
