import { type CheckedForm, difference, type Issue, matchesOf, missing, type TextCheck } from './checks.ts'
import { codeMark, email, proseOf, url, wordsOf } from './prose.ts'

/** Names that stay as they are in every language. */
const keptNames = ['Voicedeck'] as const
/** Parts joined by a sign are one word: names of fields and keys are no prose. */
const word = /[\p{L}\p{M}\p{N}]+(?:[’'._+/-][\p{L}\p{M}\p{N}]+)*/gu

const normal = (text: string) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()

/** Words of prose, without acronyms, product names and the like, which look the same in every language. */
const plainWords = (text: string) =>
  matchesOf(wordsOf(text), word).filter(
    ({ text }) => /\p{Ll}{2}/u.test(text) && !/\p{L}\p{Lu}|[\p{N}_.+/]/u.test(text) && !isName(text),
  )
const isName = (text: string) => (keptNames as readonly string[]).includes(text)

/** A text of one word can be the same word in both languages. */
export function checkUnchanged({ text, model }: CheckedForm): Issue[] {
  if (normal(text) !== normal(model) || plainWords(model).length < 2) return []
  return [{ check: 'unchanged', subject: '', start: 0, end: text.length }]
}

/** Words of the source in a row that cannot be a loan: four in languages of the same script, else two. */
const longestLoan = (language: string) => (language === 'ja' || language === 'ar' ? 1 : 3)

export function checkUntranslatedPart({ language, text, model }: CheckedForm): Issue[] {
  if (normal(text) === normal(model)) return []
  const sequence = ` ${plainWords(model)
    .map(({ text }) => text.toLowerCase())
    .join(' ')} `
  const words = plainWords(text)
  const isRun = (from: number, to: number) =>
    sequence.includes(
      ` ${words
        .slice(from, to)
        .map(({ text }) => text.toLowerCase())
        .join(' ')} `,
    )
  const length = longestLoan(language) + 1
  for (let from = 0; from + length <= words.length; from += 1) {
    if (!isRun(from, from + length)) continue
    let to = from + length
    while (to < words.length && isRun(from, to + 1)) to += 1
    const [first, last] = [words[from], words[to - 1]]
    if (!first || !last) return []
    // A name of several words.
    if (words.slice(from, to).every(({ text }) => isUpper(text))) continue
    const span = { start: first.start, end: last.end }
    return [{ check: 'untranslated_part', subject: text.slice(span.start, span.end), ...span }]
  }
  return []
}

/** The decimal digits of any script as ASCII. */
function asciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, digit => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    // Unicode has the digits of a script in a row from zero to nine.
    while (zero > 48 && code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((code - zero) % 10)
  })
}

/** Numbers of their own; those within names such as 2FA or p95 are part of a word. */
const number =
  /(?<![\p{Script=Latin}\p{Nd}/])\p{Nd}+(?:[.,٫٬\u00a0\u202f’']\p{Nd}{3}(?!\p{Nd}))*(?:[.,٫]\p{Nd}+)?(?![\p{Script=Latin}\p{Nd}/])/gu
const sameNumber = ({ text }: { text: string }) => asciiDigits(text).replaceAll(/[^\d]/g, '')

export function checkNumbers({ text, model }: CheckedForm): Issue[] {
  const [has, wants] = [matchesOf(wordsOf(text), number), matchesOf(wordsOf(model), number)]
  // One and two are often written out, or are a form of the noun.
  const isWord = (one: { text: string }) => /^[12]$/.test(sameNumber(one))
  const gone = difference(wants, has, sameNumber).filter(one => !isWord(one))
  const added = difference(has, wants, sameNumber)
  const [one] = gone
  if (one && gone.length === 1 && added.length === 1) {
    const [{ start, end } = { start: 0, end: 0 }] = added
    return [{ check: 'numbers', subject: one.text, start, end, fix: { start, end, text: one.text } }]
  }
  return gone.map(({ text: subject }) => missing('numbers', text, subject))
}

function checkSame(check: TextCheck, pattern: RegExp, { text, model }: CheckedForm): Issue[] {
  const trimmed = (of: string) =>
    matchesOf(proseOf(of), pattern).map(one => {
      const kept = one.text.replace(/[.,:;!?]+$/u, '')
      return { text: kept, start: one.start, end: one.start + kept.length }
    })
  const [has, wants] = [trimmed(text), trimmed(model)]
  // The person of an example may have a name of the language.
  const keyOf = (one: { text: string }) => one.text.replace(/^.*@(?=example\.)/, '')
  const [gone, added] = [difference(wants, has, keyOf), difference(has, wants, keyOf)]
  return [
    ...gone.flatMap(({ text: subject }, index) => {
      const other = added[index]
      if (!other) return [missing(check, text, subject)]
      const span = { start: other.start, end: other.end }
      return [{ check, subject, ...span, fix: { ...span, text: subject } }]
    }),
    ...added.slice(gone.length).map(({ text, start, end }) => ({ check, subject: text, start, end })),
  ]
}
export const checkUrls = (checked: CheckedForm) => checkSame('urls', url, checked)
export const checkEmails = (checked: CheckedForm) => checkSame('emails', email, checked)

export const checkNames = ({ text, model }: CheckedForm): Issue[] =>
  keptNames
    .filter(name => wordsOf(model).includes(name) && !wordsOf(text).includes(name))
    .map(name => missing('names', text, name))

/** Words that are correct twice in a row. */
const doubled: Readonly<Record<string, RegExp>> = {
  en: /^(?:that|had)$/i,
  fr: /^(?:nous|vous)$/i,
  de: /^(?:die|das|der|sie)$/i,
}

export function checkRepeatedWords({ language, text, model }: CheckedForm): Issue[] {
  // Japanese has no spaces between words.
  const pattern = /(?<![\p{L}\p{M}\p{N}’'-])([\p{L}\p{M}]+)(\s+)\1(?![\p{L}\p{M}\p{N}’'-])/giu
  if (matchesOf(wordsOf(model), pattern).length > 0) return []
  return [...wordsOf(text).matchAll(pattern)].flatMap(({ 0: whole, 1: repeated = '', index }) => {
    if (doubled[language]?.test(repeated)) return []
    const [start, end] = [index + repeated.length, index + whole.length]
    return [
      {
        check: 'repeated_word' as const,
        subject: repeated,
        start: index,
        end,
        fix: { start, end, text: '' },
      },
    ]
  })
}

/** The first letter of a text, unless a placeholder, a digit or another code comes before it. */
function firstLetter(text: string) {
  const found = /^[^\p{L}\p{N}\uFFFC]*(\p{L}[\p{L}\p{M}’'-]*)/u.exec(
    wordsOf(text).replace(/^\uFFFC+/u, match =>
      // Tags are around a sentence, placeholders are part of it.
      text.startsWith('<') ? ' '.repeat(match.length) : match,
    ),
  )
  const first = found?.[1]
  return found && first !== undefined ? { word: first, start: found[0].length - first.length } : undefined
}
const isUpper = (letter: string) => /^[\p{Lu}\p{Lt}]/u.test(letter)
const isLower = (letter: string) => /^\p{Ll}/u.test(letter)
/** Japanese and Arabic have no capitals; Latin words there are names. */
const isBicameral = (language: string) => language !== 'ja' && language !== 'ar'
/** Acronyms and names such as iPhone have their own capitals. */
const hasOwnCase = (word: string) => word.length > 1 && /\p{Lu}/u.test(word.slice(1))

export function checkCapitalStart({ language, form, text, model }: CheckedForm): Issue[] {
  // After a million, a noun takes “de”, and the number stands before it.
  if (form === 'many' || !isBicameral(language)) return []
  const [has, wants] = [firstLetter(text), firstLetter(model)]
  if (!has || !wants || hasOwnCase(has.word) || hasOwnCase(wants.word) || isName(has.word)) return []
  // A word that is the same in both, such as the name of a field.
  if (model.includes(has.word) || text.includes(wants.word)) return []
  const letter = String.fromCodePoint(has.word.codePointAt(0) ?? 0)
  const isLowered = isUpper(wants.word) && isLower(letter)
  // German nouns are capitalised everywhere.
  const isRaised = language !== 'de' && isLower(wants.word) && isUpper(letter)
  if (!isLowered && !isRaised) return []
  const span = { start: has.start, end: has.start + letter.length }
  const other = isLowered ? letter.toLocaleUpperCase(language) : letter.toLocaleLowerCase(language)
  return [{ check: 'capital_start', subject: other, ...span, fix: { ...span, text: other } }]
}

export const checkCapitals = ({ text, model }: CheckedForm): Issue[] =>
  matchesOf(wordsOf(text), /(?<![\p{L}\p{M}])\p{Lu}{2}\p{Ll}{2,}/gu)
    .filter(({ text: found }) => !model.includes(found))
    .map(({ text: found, start, end }) => ({
      check: 'capitals',
      subject: found,
      start,
      end,
      fix: { start, end, text: found.charAt(0) + found.slice(1).toLowerCase() },
    }))

/** “text(s)” where a text with plural forms belongs. */
export const checkPluralBrackets = ({ text }: CheckedForm): Issue[] =>
  matchesOf(proseOf(text), /\p{L}+\((?:e?s|n|en|e|es|x|ne|s\/n)\)/gu)
    .filter(({ text: found }) => !found.includes(codeMark))
    .map(({ text: found, start, end }) => ({ check: 'plural_brackets', subject: found, start, end }))
