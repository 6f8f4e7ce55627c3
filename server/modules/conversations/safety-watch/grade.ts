import { contexts } from '#contract/conversations/safety.ts'
import type { Judged } from './models/danger.ts'
import type { Found } from './rules/found.ts'

/** Maximum number of words of a single turn, whose most serious statement decides. Longer texts are many turns in one. */
const maxTurnWords = 80
/** The risks at which reactions begin. Grading never moves a text below the level of its most serious statement. */
const levels = [0.8, 0.6, 0.4, 0.2] as const
const levelOf = (risk: number) => levels.find(level => risk >= level) ?? 0
/** Maximum risk at which the grading of a long text starts, even if its most serious statement is worse. */
const maxFloor = 0.6
/** Maximum risk of a long text. */
const maxRisk = 0.98
/** Share of the distance to the next level that the model's confidence can add to a turn's risk. */
const maxShareOfLevel = 0.5

/** Weight of a mention of self-harm that does not say whose: talking about it is no intent. */
const impersonalWeight = 0.2

const wordPattern = /[\p{L}\p{N}']+/gu
const selfWord = /^(?:i|im|ive|me|my|myself|mine|id|ill|yo|mi|me|je|j|moi|mon|ma|mes|ich|mich|mir|mein\w*)$/i
const addresseeWord =
  /^(?:you|your|youre|yours|yourself|youll|youve|u|ur|tu|te|ti|vous|toi|votre|vos|du|dich|dir|dein\w*)$/i

const selfHarmIndex = contexts.indexOf('self_harm')

/** Statements of self-harm that do not overlap in the text. */
function distinctSelfHarm(statements: readonly Found[]): Found[] {
  const distinct: Found[] = []
  for (const found of statements)
    if (
      found.context === 'self_harm' &&
      !distinct.some(other => other.start < found.end && found.start < other.end)
    )
      distinct.push(found)
  return distinct
}

/** Features by which a long text is graded, each independent of its length. */
export interface Signs {
  /** Weighted number of self-harm statements, relative to the text's length. The writer's own count most. */
  burden: number
  /** Mean of the model's three highest probabilities of self-harm. */
  peak: number
  /** Mean probability of self-harm over all windows. */
  mean: number
  /** First-person words as a share of first- and second-person words. */
  own: number
}

export function signsOf(text: string, statements: readonly Found[], judged: readonly Judged[]): Signs {
  const spokenWords = (text.match(wordPattern) ?? []).map(word => word.replaceAll("'", ''))
  const burden = distinctSelfHarm(statements).reduce(
    (sum, { risk, isOwn }) => sum + risk ** 2 * (isOwn ? 1 : impersonalWeight),
    0,
  )
  const selfHarmProbabilities = judged.map(({ each }) => each[selfHarmIndex] ?? 0).sort((a, b) => b - a)
  const meanOf = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const ownWords = spokenWords.filter(word => selfWord.test(word)).length
  const addresseeWords = spokenWords.filter(word => addresseeWord.test(word)).length
  return {
    burden: burden / Math.sqrt(Math.max(1, spokenWords.length / maxTurnWords)),
    peak: meanOf(selfHarmProbabilities.slice(0, 3)),
    mean: meanOf(selfHarmProbabilities),
    own: (ownWords + 1) / (ownWords + addresseeWords + 2),
  }
}

/** Weights of a logistic function, set by hand: the corpus has too few graded posts to fit them. */
const weights = { bias: -4.4, burden: 1, peak: 4.5, mean: 3, own: 3 } as const

/** How strongly a text is about the writer's own self-harm, 0 to 1. */
export function gradeOf({ burden, peak, mean, own: ownWords }: Signs): number {
  const { bias, ...by } = weights
  const sum = bias + by.burden * Math.log1p(burden) + by.peak * peak + by.mean * mean + by.own * ownWords
  return 1 / (1 + Math.exp(-sum))
}

/**
 * The risk of a text. A single turn has the risk of its most serious statement, raised within its level by the model's
 * confidence. A long text, such as a diary or months of posts, is graded from the level of an incident or alert upwards:
 * by how strongly it is about the writer's own self-harm, and whether they write about themselves or advise someone.
 * @param statements most serious first
 */
export function graded(text: string, statements: readonly Found[], judged: readonly Judged[]): number {
  const [worst] = statements
  if (!worst) return 0
  const level = levelOf(worst.risk)
  const isLong = (text.match(wordPattern)?.length ?? 0) > maxTurnWords
  if (!isLong) {
    const nextLevel = levels.findLast(other => other > worst.risk) ?? 1
    const highestDanger = judged.reduce((highest, { danger }) => Math.max(highest, danger), 0)
    return worst.risk + (nextLevel - worst.risk) * maxShareOfLevel * highestDanger
  }
  if (level < 0.4) return worst.risk
  const mostSerious = statements.find(({ context, isOwn }) => context !== 'self_harm' || isOwn)
  const floor = Math.min(maxFloor, Math.max(levelOf(mostSerious?.risk ?? 0), levelOf(worst.risk * 0.75), 0.4))
  return floor + (maxRisk - floor) * gradeOf(signsOf(text, statements, judged))
}
