import { type ConversationLanguage, conversationLanguages } from '#contract/conversations/conversations.ts'
import { numbers } from './chance.ts'
import { flaggedFrom, readCorpus, type Turn } from './corpus.ts'
import { mistyped } from './samples.ts'

/** What a recogniser hears or a hurried hand writes instead, as a pattern with what replaces it. */
const misheard: Record<ConversationLanguage, readonly (readonly [RegExp, string])[]> = {
  en: [
    [/\bgoing to\b/gi, 'gonna'],
    [/\bwant to\b/gi, 'wanna'],
    [/\bto\b/gi, 'too'],
    [/\bbreathe\b/gi, 'breath'],
    [/\bmy heart\b/gi, 'my hart'],
    [/\bthe (?=\p{L})/giu, 'da '],
    [/ing\b/gi, 'in'],
  ],
  es: [
    [/\bvoy\b/gi, 'boy'],
    [/\bh(?=[aeo])/gi, ''],
    [/ll/g, 'y'],
    [/qu(?=[ei])/g, 'k'],
    [/z|c(?=[ei])/g, 's'],
    [/v/g, 'b'],
  ],
  fr: [
    [/\bje (?=[^aeiouyh])/gi, 'j '],
    [/er\b/g, 'é'],
    [/\bqu(?:e|'|’)/gi, 'k '],
    [/\bne /gi, ''],
    [/s\b/g, ''],
    [/\bc(?:'|’)est\b/gi, 'ses'],
  ],
  de: [
    [/\bich habe\b/gi, 'ich hab'],
    [/\bnicht\b/gi, 'nich'],
    [/dass/g, 'das'],
    [/ß/g, 's'],
    [/\bist\b/g, 'is'],
    [/\beine?n?\b/gi, 'n'],
  ],
  ja: [
    [/[はがを](?=\p{L})/gu, ''],
    [/です/g, 'っす'],
    [/ている/g, 'てる'],
    [/ません/g, 'ないです'],
    [/、/g, ''],
  ],
  ar: [
    [/[أإآ]/g, 'ا'],
    [/ة(?!\p{L})/gu, 'ه'],
    [/ى(?!\p{L})/gu, 'ي'],
    [/ظ/g, 'ض'],
    [/ذ/g, 'د'],
    [/ث/g, 'ت'],
    [/ئ|ؤ/g, 'ء'],
    [/(?<!\p{L})و(?=\p{L}{3})/gu, 'و '],
    [/(?<!\p{L})(لا|ما|يا) (?=\p{L})/gu, '$1'],
  ],
}

const joins: Record<ConversationLanguage, readonly string[]> = {
  en: [' ', ', ', ' and ', '. '],
  es: [' ', ', ', ' y ', '. '],
  fr: [' ', ', ', ' et ', '. '],
  de: [' ', ', ', ' und ', '. '],
  ja: ['、', '。', ' '],
  ar: [' ', '، ', ' و', ' و ', '. '],
}

export const kinds = [
  'apostrophes',
  'misheard',
  'typing errors',
  'spaces',
  'language switch',
  'innocent clauses',
] as const
interface Variant extends Turn {
  kind: (typeof kinds)[number]
  /** The sentence of the corpus that it says in another way. */
  of: string
}

/** Each danger in so many ways. */
const waysEach = 5

/**
 * Dangers of the corpus as people write and recognisers hear them: without apostrophes, misheard, with typing errors, with
 * spaces lost or doubled, after a clause of another language, and between innocent clauses. The same each time.
 * @param count how many of each language
 */
export function variantsOf(count: number): Variant[] {
  const turns = readCorpus()
  const innocent = turns.filter(({ level, text }) => level === 0 && text.length < 50)
  return conversationLanguages.flatMap((language, at) => {
    const next = numbers(71 + at)
    const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T
    const said = (languages: readonly ConversationLanguage[]) =>
      pick(innocent.filter(turn => languages.includes(turn.language))).text.replace(/[.!?。！？؟]+$/u, '')
    const ways: Record<Variant['kind'], (text: string) => string> = {
      apostrophes: text => text.replace(/['’]/g, next() < 0.5 ? '' : ' '),
      misheard: text => {
        const [pattern, instead] = pick(misheard[language].filter(([each]) => text.search(each) >= 0)) ?? []
        return pattern ? text.replace(pattern, instead as string).toLowerCase() : text
      },
      'typing errors': text => mistyped(text, next),
      spaces: text => {
        const gaps = [...text.matchAll(/ /g)].map(({ index }) => index)
        if (gaps.length < 2) return text
        const gap = pick(gaps)
        return `${text.slice(0, gap)}${next() < 0.5 ? '' : '   '}${text.slice(gap + 1)}`
      },
      'language switch': text =>
        `${said(conversationLanguages.filter(other => other !== language))}${pick(joins[language])}${text}`,
      'innocent clauses': text =>
        `${said([language])}${pick(joins[language])}${text}${pick(joins[language])}${said([language])}`,
    }
    const dangers = turns.filter(
      turn => turn.language === language && turn.level >= flaggedFrom && turn.text.length < 120,
    )
    return Array.from({ length: Math.ceil(count / waysEach) }, () => pick(dangers))
      .flatMap(turn =>
        kinds.flatMap(kind => {
          const text = ways[kind](turn.text)
          return text === turn.text ? [] : [{ ...turn, kind, text, of: turn.text }]
        }),
      )
      .slice(0, count)
  })
}
