import { type Language, languages } from '../languages.ts'
import { pick } from '../random.ts'
import { readInnocent, speech } from './material.ts'

/** Changes what surrounds or spells an alarm, and never what it says. Returns null where there is nothing to change. */
type Transform = (text: string, language: Language, random: () => number) => string | null

const innocent = Object.fromEntries(languages.map(language => [language, readInnocent(language)])) as Record<
  Language,
  string[]
>

const withoutEnd = (text: string) => text.replace(/[.!?。！？؟]+$/u, '')

const join = (first: string, second: string, language: Language, random: () => number) =>
  withoutEnd(first) + pick(speech[language].joins, random) + second

const prefix: Transform = (text, language, random) =>
  join(pick(innocent[language], random), text, language, random)
const suffix: Transform = (text, language, random) =>
  join(text, pick(innocent[language], random), language, random)
const both: Transform = (text, language, random) =>
  suffix(prefix(text, language, random) ?? text, language, random)

const otherThan = (language: Language, random: () => number) =>
  pick(
    languages.filter(other => other !== language),
    random,
  )

const foreignBefore: Transform = (text, language, random) =>
  join(pick(innocent[otherThan(language, random)], random), text, language, random)
const foreignAfter: Transform = (text, language, random) =>
  join(text, pick(innocent[otherThan(language, random)], random), language, random)

/** A turn in another language that falls back into the speaker's own for the alarm. */
export function fallBack(alarm: string, language: Language, random: () => number) {
  const host = otherThan(language, random)
  return { host, text: join(pick(innocent[host], random), alarm, host, random) }
}

const polite: Transform = (text, language, random) => {
  const { before, after } = speech[language].polite
  return random() < 0.5 ? pick(before, random) + text : withoutEnd(text) + pick(after, random)
}

/** The words of a text, or its clauses where words are not spaced: the places where a speaker hesitates. */
const pausesOf = (text: string, language: Language) =>
  language === 'ja' ? text.split(/(?<=[、。])/u) : text.split(' ')

const fillers: Transform = (text, language, random) => {
  const [gap, comma] = language === 'ja' ? ['', '、'] : [' ', ',']
  return pausesOf(text, language)
    .flatMap((part, at) =>
      at === 0 || random() < 0.2 ? [`${pick(speech[language].fillers, random)}${comma}`, part] : [part],
    )
    .join(gap)
}

const repetition: Transform = (text, language, random) => {
  const [gap, parts] = [language === 'ja' ? '' : ' ', pausesOf(text, language)]
  const repeated = Math.floor(random() * parts.length)
  return parts.flatMap((part, at) => (at === repeated ? [withoutEnd(part), part] : [part])).join(gap)
}

const neighbours: Record<string, string> = Object.fromEntries(
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap(row =>
    [...row].map((key, at) => [key, (row[at - 1] ?? '') + (row[at + 1] ?? '')] as const),
  ),
)

/** Letters within words long enough that a reader still knows them; in Japanese, kana, as a kanji is not misspelt. */
function typoPlaces(text: string, language: Language): number[] {
  const words = language === 'ja' ? /\p{Script=Hiragana}{3,}/gu : /[\p{L}\p{M}]{4,}/gu
  return [...text.matchAll(words)].flatMap(({ index, 0: word }) =>
    Array.from({ length: word.length - 2 }, (_, at) => index + at + 1),
  )
}

const typo: Transform = (text, language, random) => {
  const places = typoPlaces(text, language)
  if (!places.length) return null
  const at = pick(places, random)
  const [before, letter, next, after] = [text.slice(0, at), text[at], text[at + 1], text.slice(at + 2)]
  const near = neighbours[letter ?? '']
  return pick(
    [
      `${before}${next}${letter}${after}`,
      `${before}${next}${after}`,
      `${before}${letter}${letter}${next}${after}`,
      ...(near ? [`${before}${pick([...near], random)}${next}${after}`] : []),
    ],
    random,
  )
}

const changed = (text: string, result: string) => (result === text ? null : result)

const withoutMarks = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')

/** As typed on a keyboard that lacks them, or in a hurry. */
const accents: Transform = (text, language, random) => {
  if (language === 'ja') return null
  // Letters of Arabic that people write without their hamza or dots.
  if (language === 'ar') return changed(text, withoutMarks(text).replaceAll('ة', 'ه').replaceAll('ى', 'ي'))
  if (language === 'de' && random() < 0.5)
    return changed(
      text,
      text.replace(/[äöüÄÖÜ]/g, letter => `${withoutMarks(letter)}e`).replaceAll('ß', 'ss'),
    )
  return changed(text, withoutMarks(text).replaceAll('ß', 'ss'))
}

const apostrophes: Transform = (text, _, random) =>
  changed(text, text.replace(/['’]/g, random() < 0.5 ? '' : ' '))

const punctuation: Transform = text =>
  changed(
    text,
    text
      .replace(/[.,;:!?¿¡…。、！？،؛؟«»“”"「」]+/gu, ' ')
      .replace(/ {2,}/g, ' ')
      .trim(),
  )

const casing: Transform = (text, _, random) =>
  changed(text, random() < 0.5 ? text.toLowerCase() : text.toUpperCase())

export const transforms: Record<string, Transform> = {
  'innocent prefix': prefix,
  'innocent suffix': suffix,
  'prefix and suffix': both,
  politeness: polite,
  fillers,
  repetition,
  typo,
  'no apostrophes': apostrophes,
  'no accents': accents,
  'no punctuation': punctuation,
  casing,
  'language switch before': foreignBefore,
  'language switch after': foreignAfter,
}
