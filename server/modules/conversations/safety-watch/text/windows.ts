import { subjectStarts, unmarkedStarts } from './sentence-starts.ts'

/** A stretch of a text, by its first sign and the one after its last. */
export interface Window {
  start: number
  end: number
  /** Whether it can cut words off that change the sense of those within: “I don't want to live | in a flat”. */
  isNarrow?: boolean
  /** The clause or sentence that it is cut from. */
  from?: Window
}

const sentenceEnds = /[^.!?…。！？؟\n]+/gu
/** Where a clause can end within a sentence: a pause, a word that joins two clauses, or a change of script. */
const clauseEnds =
  /[,;:،؛、()–—]|\s-\s|\s(?:and|but|so|because|then|although|cause|cos|anyway|y|pero|porque|aunque|así|asi|entonces|et|mais|parce|puis|alors|und|aber|weil|denn|dann|لكن|بس|عشان|لأن|ثم)\s|\sو\s*(?=\p{Script=Arabic}|\p{Script=Latin})|(?<=\p{L})(?:けど|から|ので|のに|でも|それで)|(?<=ました|でした|ます|です|ません)(?=\p{Script=Han})|(?<=\p{Script=Latin})\s+(?=[\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|(?<=[\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\s+(?=\p{Script=Latin})|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\s+/giu
/**
 * Words that a speaker puts in while thinking, with the pause after them, but not where they are part of the clause (“ich
 * bringe mich um, heute noch”, “I am not well, …”).
 */
const fillers =
  /(?<![\p{L}\p{N}'’])(?:(?<!(?:\p{L}*ich|ihn|sie|uns|euch|er|es|wir|gleich|bald|jetzt|noch|nicht|heute|fast|einfach|dann|alles)\s+)um|(?<!(?:not|n['’]t|feel|feels|feeling|felt|very|so|get|quite)\s+)well|uh|er|erm|you know|i mean|sort of|kind of|eh|pues|este|o sea|bueno|mire|euh|ben|enfin|voyez-vous|disons|quoi|äh|ähm|also|na ja|halt|wissen sie|يعني|آه|طيب|والله|إيه|يا أخي)\s*[,،]|(?:えーと|あのう|まあ|その|なんか|ええ)、/giu
/** Widths and steps, in words or thirds of the signs where words are not spaced, for clauses that run on without a pause. */
const slides = [
  { width: 7, step: 2, isNarrow: true },
  { width: 13, step: 6, isNarrow: false },
] as const
const shortest = 2
/** The fewest words of either part of a clause cut in two, and the most of the clause: two may run on without a sign. */
const shortestSplit = 3
const longestSplit = 18
/** What ends in an article or a preposition is no clause: “I am afraid of | the noise”. */
const isTorn =
  /(?<![\p{L}\p{M}'’])(?:\p{Script=Latin}{1,2}|the|los|las|una|por|con|para|les|des|une|dans|pour|que|der|die|das|dem|den|ein|eine|mit|von|zum|zur|and|with|for|from|في|من|على|إلى|عن)\s+$/iu
/** The most words of a sentence that is judged as a whole. */
const longSentence = 60

const unspaced = /[\u3040-\u30FF\u4E00-\u9FFF]/
const wordStarts = /\S+/g

interface Piece extends Window {
  /** Where its words begin. */
  words: number[]
}

function pieceOf(text: string, start: number, end: number): Piece {
  const stretch = text.slice(start, end)
  const words: number[] = []
  if (unspaced.test(stretch)) for (let at = start; at < end; at += 3) words.push(at)
  else for (const { index } of stretch.matchAll(wordStarts)) words.push(start + index)
  return { start, end, words }
}

/** The sentences of a text, without their signs. */
export const sentencesOf = (text: string): Window[] =>
  [...text.matchAll(sentenceEnds)].map(({ index, 0: stretch }) => ({
    start: index,
    end: index + stretch.length,
  }))

/** A text with blanks for what was put in while thinking, so that places stay the same. */
export const withoutFillers = (text: string): string =>
  text.replace(fillers, found => ' '.repeat(found.length))

/** The clauses of a sentence, without the signs and words between them. */
function clausesOf(text: string, { start, end }: Window, ends: readonly RegExp[]): Piece[] {
  const stretch = text.slice(start, end)
  const signs = ends.flatMap(sign => [...stretch.matchAll(sign)]).sort((a, b) => a.index - b.index)
  const pieces: Piece[] = []
  let from = start
  const add = (to: number) => {
    const piece = pieceOf(text, from, to)
    if (piece.words.length > 0) pieces.push(piece)
  }
  for (const { index, 0: sign } of signs) {
    add(start + index)
    from = Math.max(from, start + index + sign.length)
  }
  add(end)
  return pieces
}

/** How many neighbouring clauses are judged together, in a sentence of few and of many. */
const together = (pieces: readonly Piece[]) => (pieces.length <= 8 ? 4 : 3)

/**
 * The stretches in which a danger can be said: each sentence, each clause of it, neighbouring clauses together, and
 * overlapping stretches of what runs on without a pause. What stands around a stretch changes nothing in it.
 */
export function windowsOf(text: string): Window[] {
  const windows: Window[] = []
  const seen = new Set<string>()
  const add = ({ start, end, isNarrow = false, from }: Window) => {
    const key = text.slice(start, end).trim()
    if (key === '' || seen.has(key)) return
    seen.add(key)
    windows.push({ start, end, isNarrow, ...(from && { from }) })
  }
  const addRuns = (pieces: readonly Piece[], from?: Window) => {
    for (const [at, { start }] of pieces.entries()) {
      let length = 0
      for (const { end, words } of pieces.slice(at, at + together(pieces))) {
        length += words.length
        if (!from) add({ start, end, isNarrow: length < shortest })
        else if (length >= shortestSplit) add({ start, end, isNarrow: true, from })
      }
    }
  }
  const addSlides = (clause: Piece) => {
    const { start, end, words } = clause
    // Words that are not spaced would be cut in two, and their denials off.
    if (unspaced.test(text.slice(start, end))) return
    for (const { width, step, isNarrow } of slides)
      if (words.length > width)
        for (let first = 0; first < words.length - width / 2; first += step)
          add({ start: words[first] as number, end: words[first + width] ?? end, isNarrow, from: clause })
    if (words.length <= longestSplit)
      for (const at of words.slice(shortestSplit, 1 - shortestSplit)) {
        if (isTorn.test(text.slice(start, at))) continue
        add({ start, end: at, isNarrow: true, from: clause })
        add({ start: at, end, isNarrow: true, from: clause })
      }
  }
  for (const { start, end } of sentencesOf(text)) {
    const sentence = pieceOf(text, start, end)
    if (sentence.words.length === 0) continue
    if (sentence.words.length <= longSentence) add(sentence)
    const clauses = clausesOf(text, sentence, [clauseEnds, unmarkedStarts])
    addRuns(clauses)
    addRuns(clausesOf(text, sentence, [clauseEnds, unmarkedStarts, subjectStarts]), sentence)
    for (const clause of clauses) addSlides(clause)
  }
  return windows
}
