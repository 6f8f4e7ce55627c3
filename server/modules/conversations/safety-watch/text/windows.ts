import { subjectStarts, unmarkedStarts } from './sentence-starts.ts'

/** A stretch of a text, by its first sign and the one after its last. */
export interface Window {
  start: number
  end: number
  /** Whether it can cut words off that change the sense of those within: “I don't want to live | in a flat”. */
  isNarrow?: boolean
}

const sentenceEnds = /[^.!?…。！？؟\n]+/gu
/** Where a clause can end within a sentence: a pause, a word that joins two clauses, or a change of script. */
const clauseEnds =
  /[,;:،؛、()–—]|\s-\s|\s(?:and|but|so|because|then|although|cause|cos|anyway|y|pero|porque|aunque|así|asi|entonces|et|mais|parce|puis|alors|und|aber|weil|denn|dann|لكن|بس|عشان|لأن|ثم)\s|\sو\s*(?=\p{Script=Arabic}|\p{Script=Latin})|(?<=\p{L})(?:けど|から|ので|のに|でも|それで)|(?<=\p{Script=Latin})\s+(?=[\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|(?<=[\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\s+(?=\p{Script=Latin})|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\s+/giu
/** Words that a speaker puts in while thinking, with the pause after them. */
const fillers =
  /(?<![\p{L}\p{N}'’])(?:um|uh|er|erm|well|you know|i mean|sort of|kind of|eh|pues|este|o sea|bueno|mire|euh|ben|enfin|voyez-vous|disons|quoi|äh|ähm|also|na ja|halt|wissen sie|يعني|آه|طيب|والله|إيه|يا أخي)\s*[,،]|(?:えーと|あのう|まあ|その|なんか|ええ)、/giu
/** Widths and steps, in words or thirds of the signs where words are not spaced, for clauses that run on without a pause. */
const slides = [
  { width: 7, step: 2, isNarrow: true },
  { width: 13, step: 6, isNarrow: false },
] as const
const shortest = 2
/** The most words of a sentence that is judged as a whole. */
const longSentence = 60

const unspaced = /[\u3040-\u30FF\u4E00-\u9FFF]/
const wordStarts = /\S+/g

interface Piece extends Window {
  /** Where its words begin. */
  words: number[]
}

function pieceOf(text: string, start: number, end: number): Piece {
  const said = text.slice(start, end)
  const words: number[] = []
  if (unspaced.test(said)) for (let at = start; at < end; at += 3) words.push(at)
  else for (const { index } of said.matchAll(wordStarts)) words.push(start + index)
  return { start, end, words }
}

/** A text with blanks for what was put in while thinking, so that places stay the same. */
export const withoutFillers = (text: string): string =>
  text.replace(fillers, found => ' '.repeat(found.length))

/** Where clauses end within a sentence, by the place behind their last sign. */
const endsOf = (said: string, ends: RegExp): number[] =>
  [...said.matchAll(ends)].map(({ index, 0: sign }) => index + sign.length)

function piecesOf(text: string, start: number, end: number, ends: readonly number[]): Piece[] {
  const pieces: Piece[] = []
  let from = start
  for (const at of [...ends].sort((a, b) => a - b)) {
    const piece = pieceOf(text, from, start + at)
    if (piece.words.length < shortest) continue
    pieces.push(piece)
    from = piece.end
  }
  return [...pieces, pieceOf(text, from, end)]
}

/** How many neighbouring clauses are judged together, in a sentence of few and of many. */
const together = (pieces: readonly Piece[]) => (pieces.length <= 8 ? 4 : 2)

/**
 * The stretches in which a danger can be said: each sentence, each clause of it, neighbouring clauses together, and
 * overlapping stretches of what runs on without a pause. What stands around a stretch changes nothing in it.
 */
export function windowsOf(text: string): Window[] {
  const windows: Window[] = []
  const seen = new Set<string>()
  const add = ({ start, end, isNarrow = false }: Window) => {
    const key = text.slice(start, end).trim()
    if (key === '' || seen.has(key)) return
    seen.add(key)
    windows.push({ start, end, isNarrow })
  }
  const addRuns = (pieces: readonly Piece[], isNarrow: boolean) => {
    for (const [at, { start }] of pieces.entries())
      for (const { end } of pieces.slice(at, at + together(pieces))) add({ start, end, isNarrow })
  }
  for (const { index, 0: said } of text.matchAll(sentenceEnds)) {
    const end = index + said.length
    const sentence = pieceOf(text, index, end)
    if (sentence.words.length === 0) continue
    if (sentence.words.length <= longSentence) add(sentence)
    const ends = [...endsOf(said, clauseEnds), ...endsOf(said, unmarkedStarts)]
    const clauses = piecesOf(text, index, end, ends)
    addRuns(clauses, false)
    const subjects = endsOf(said, subjectStarts)
    if (subjects.length > 0) addRuns(piecesOf(text, index, end, [...ends, ...subjects]), true)
    for (const { start, words, end: last } of clauses) {
      // Words that are not spaced would be cut in two, and their denials off.
      const isSpaced = !unspaced.test(text.slice(start, last))
      for (const { width, step, isNarrow } of slides)
        if (isSpaced && words.length > width)
          for (let first = 0; first < words.length - width / 2; first += step)
            add({ start: words[first] as number, end: words[first + width] ?? last, isNarrow })
    }
  }
  return windows
}
