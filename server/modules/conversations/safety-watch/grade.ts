import { contexts } from '#contract/conversations/safety.ts'
import type { Judged } from './models/danger.ts'
import type { Found } from './rules/found.ts'

/** Words of a turn up to which the gravest statement alone decides. Longer texts are many turns in one. */
const longestTurn = 80
/** The risks at which a reaction begins, which no grading of a text crosses downwards. */
const levels = [0.8, 0.6, 0.4, 0.2] as const
const levelOf = (risk: number) => levels.find(level => risk >= level) ?? 0
/** A long text is graded freely above the alert that its gravest statement raises. */
const highestFloor = 0.6
const highestGrade = 0.98
/** How far a turn is graded within its level by how sure the model is. */
const shareOfLevel = 0.5

/** What a mention of self-harm is worth in a text that does not say of whom: talk about it is no intent. */
const impersonalWeight = 0.2

const wordPattern = /[\p{L}\p{N}']+/gu
const selfWord = /^(?:i|im|ive|me|my|myself|mine|id|ill|yo|mi|me|je|j|moi|mon|ma|mes|ich|mich|mir|mein\w*)$/i
const addresseeWord =
  /^(?:you|your|youre|yours|yourself|youll|youve|u|ur|tu|te|ti|vous|toi|votre|vos|du|dich|dir|dein\w*)$/i

const selfHarmAt = contexts.indexOf('self_harm')

/** Statements of self-harm, one for each place of the text. */
function distinctSelfHarm(statements: readonly Found[]): Found[] {
  const kept: Found[] = []
  for (const found of statements)
    if (
      found.context === 'self_harm' &&
      !kept.some(other => other.start < found.end && found.start < other.end)
    )
      kept.push(found)
  return kept
}

/** What the grade of a long text rests on, each figure independent of its length. */
export interface Signs {
  /** Statements of self-harm for each stretch of a turn's length, the speaker's own counting most. */
  burden: number
  /** The mean of the model's three surest stretches of self-harm. */
  peak: number
  /** The mean probability of self-harm over all stretches. */
  mean: number
  /** The share of words about oneself among those about oneself and the person addressed. */
  own: number
}

export function signsOf(text: string, statements: readonly Found[], judged: readonly Judged[]): Signs {
  const spokenWords = (text.match(wordPattern) ?? []).map(word => word.replaceAll("'", ''))
  const burden = distinctSelfHarm(statements).reduce(
    (sum, { risk, isOwn }) => sum + risk ** 2 * (isOwn ? 1 : impersonalWeight),
    0,
  )
  const harms = judged.map(({ each }) => each[selfHarmAt] ?? 0).sort((a, b) => b - a)
  const meanOf = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const ownWords = spokenWords.filter(word => selfWord.test(word)).length
  const addresseeWords = spokenWords.filter(word => addresseeWord.test(word)).length
  return {
    burden: burden / Math.sqrt(Math.max(1, spokenWords.length / longestTurn)),
    peak: meanOf(harms.slice(0, 3)),
    mean: meanOf(harms),
    own: (ownWords + 1) / (ownWords + addresseeWords + 2),
  }
}

/** Weights of a logistic function, set by hand: the corpus has too few graded posts to fit them. */
const weights = { bias: -4.4, burden: 1, peak: 4.5, mean: 3, own: 3 } as const

/** How much of a text speaks of the writer's own self-harm, 0 to 1. */
export function gradeOf({ burden, peak, mean, own: ownWords }: Signs): number {
  const { bias, ...by } = weights
  const sum = bias + by.burden * Math.log1p(burden) + by.peak * peak + by.mean * mean + by.own * ownWords
  return 1 / (1 + Math.exp(-sum))
}

/**
 * The risk of a text with these statements, the gravest first. A single turn has that of its gravest statement, graded
 * within its level by the model. A long text, a diary or the posts of months, is graded from an alert or incident upwards
 * by how much of it speaks of the writer's own self-harm, and by whether they speak of themself or advise somebody.
 */
export function graded(text: string, statements: readonly Found[], judged: readonly Judged[]): number {
  const [worst] = statements
  if (!worst) return 0
  const level = levelOf(worst.risk)
  const isLong = (text.match(wordPattern)?.length ?? 0) > longestTurn
  if (!isLong) {
    const nextLevel = levels.findLast(other => other > worst.risk) ?? 1
    const surest = judged.reduce((highest, { danger }) => Math.max(highest, danger), 0)
    return worst.risk + (nextLevel - worst.risk) * shareOfLevel * surest
  }
  if (level < 0.4) return worst.risk
  const gravest = statements.find(({ context, isOwn }) => context !== 'self_harm' || isOwn)
  const floor = Math.min(highestFloor, Math.max(levelOf(gravest?.risk ?? 0), levelOf(worst.risk * 0.75), 0.4))
  return floor + (highestGrade - floor) * gradeOf(signsOf(text, statements, judged))
}
