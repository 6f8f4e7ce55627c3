import { unmarkedStarts } from './sentence-starts.ts'
import { WordCache } from './word-cache.ts'

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

/** A sign of a text: what ends a sentence, a pause, or a word as it is written and with held letters twice. */
interface Sign {
  kind: 'end' | 'pause' | 'word'
  /** Whether it can open and close a quotation: some marks do both. */
  opens: boolean
  closes: boolean
  word: string
  doubled: string | null
}

function readSign(sign: string): Sign {
  const typed = plain(sign)
  const word = typed.replace(held, '$1')
  const doubled = word === typed ? null : typed.replace(held, '$1$1')
  const kind = isEnd.test(sign) ? 'end' : /[\p{L}\p{N}]/u.test(sign) ? 'word' : 'pause'
  return { kind, opens: opening.test(sign), closes: closing.test(sign), word, doubled }
}

const signsRead = new WordCache<Sign>()

interface Placed {
  sign: Sign
  start: number
  end: number
  isStart: boolean
}

/** The text that was read last: every language reads the same signs. */
let last: { text: string; signs: readonly Placed[] } = { text: '', signs: [] }

function signsOf(text: string): readonly Placed[] {
  if (last.text === text) return last.signs
  const starts = new Set(
    [...text.matchAll(unmarkedStarts)].map(({ index, 0: blank }) => index + blank.length),
  )
  const placed = Array.from(text.matchAll(signs), ({ 0: sign, index }) => ({
    sign: signsRead.get(sign, () => readSign(sign)),
    start: index,
    end: index + sign.length,
    isStart: starts.has(index),
  }))
  last = { text, signs: placed }
  return placed
}

/** Signs between a word and its repetition that are no end of a clause: “no, no, I fell”. */
const longestPause = 2

/** The words of a text in a language with spaces. A word repeated at once counts once. */
export function tokensOf(text: string, split: Splitter, ownFiller = ''): Token[] {
  const tokens: Token[] = []
  let sentence = 0
  let isAfterPause = false
  let isQuoted = false
  for (const { sign, start, end, isStart } of signsOf(text)) {
    const { kind, opens, closes, word, doubled } = sign
    if (kind === 'end') {
      if (tokens.length > 0) sentence += 1
      continue
    }
    if (kind !== 'word') {
      if (isQuoted && closes) isQuoted = false
      else if (opens) isQuoted = true
      isAfterPause = true
      continue
    }
    if (isStart && tokens.length > 0) sentence += 1
    if (fillers.has(word) || word === ownFiller) continue
    for (const part of split(word)) {
      const before = tokens.at(-1)
      if (before && before.forms[0] === part && before.sentence === sentence && part.length > 1) {
        if (start - before.end <= longestPause) isAfterPause = false
        continue
      }
      tokens.push({
        forms: doubled ? [part, doubled] : [part],
        start,
        end,
        sentence,
        isAfterPause,
        isQuoted,
      })
      isAfterPause = false
    }
  }
  return tokens
}
