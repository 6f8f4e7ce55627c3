import { unmarkedStarts } from './sentence-starts.ts'

/** One word of a text, and where it stands there. */
export interface Token {
  /** The word as patterns know it, then other readings of it: without an attached article, with a typing error mended. */
  forms: string[]
  start: number
  end: number
  /** Counts sentences of the text. */
  sentence: number
  /** Whether a comma, a dash or a bracket stands before it. */
  isAfterPause: boolean
  /** Whether it stands within quotation marks. */
  isQuoted: boolean
}

/** What a language makes of a written word: one or more words as patterns know them. */
export type Splitter = (word: string) => string[]

/** Lower case without accents and with one kind of apostrophe. */
export const plain = (text: string) =>
  text
    .replace(/[’‘`´ʼ]/g, "'")
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')

const signs =
  /[\p{L}\p{M}\p{N}]+(?:['’‘`´ʼ][\p{L}\p{M}]+)*['’]?|[.!?…。！？؟\n]+|[,;:،؛()—–]|\s-\s|["“”„«»「」『』]/gu
const isEnd = /^[.!?…。！？؟\n]/u
const opening = /^["“„«「『]$/u
const closing = /^["”«»」』“]$/u

/** A letter held for three or more stands for one or two: "sooo", "bloood". */
const held = /(\p{L})\1{2,}/gu

/** Words without a meaning of their own that people put in while they speak. */
const fillers = new Set(['uh', 'uhm', 'erm', 'ehm', 'hmm', 'ahm', 'aeh', 'eh', 'euh', 'hm', 'mhm'])

/** The words of a text in a language with spaces. A word repeated at once counts once. */
export function tokensOf(text: string, split: Splitter, ownFiller = ''): Token[] {
  const tokens: Token[] = []
  let sentence = 0
  let isAfterPause = false
  let isQuoted = false
  const starts = new Set(
    [...text.matchAll(unmarkedStarts)].map(({ index, 0: blank }) => index + blank.length),
  )
  for (const { 0: sign, index } of text.matchAll(signs)) {
    if (isEnd.test(sign)) {
      if (tokens.length > 0) sentence += 1
      continue
    }
    if (!/[\p{L}\p{N}]/u.test(sign)) {
      if (isQuoted && closing.test(sign)) isQuoted = false
      else if (opening.test(sign)) isQuoted = true
      isAfterPause = true
      continue
    }
    if (starts.has(index) && tokens.length > 0) sentence += 1
    const typed = plain(sign)
    const word = typed.replace(held, '$1')
    const doubled = word === typed ? null : typed.replace(held, '$1$1')
    if (fillers.has(word) || word === ownFiller) continue
    for (const part of split(word)) {
      const last = tokens.at(-1)
      if (last && last.forms[0] === part && last.sentence === sentence && part.length > 1) continue
      tokens.push({
        forms: doubled ? [part, doubled] : [part],
        start: index,
        end: index + sign.length,
        sentence,
        isAfterPause,
        isQuoted,
      })
      isAfterPause = false
    }
  }
  return tokens
}
