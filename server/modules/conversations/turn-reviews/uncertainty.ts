import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import type { SafetyThresholds } from '#contract/conversations/safety.ts'
import type { UncertaintyReason } from '#contract/conversations/turn-reviews.ts'
import type { Assessment } from '../safety-watch/assess.ts'
import { isKnownWord } from '../safety-watch/text/known-words.ts'

/** Distance from a threshold within which a risk score could as well have fallen on its other side. */
const margin = 0.05
/** Fewer words say too little of their language. */
const minWords = 4
/** Share of known words below which a text is in no language that the watch knows. */
const minKnownShare = 0.5

const words = /\p{L}+/gu
const judgedScripts =
  /[\p{Script=Latin}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const unspacedScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const scripts: Partial<Record<ConversationLanguage, RegExp>> = {
  ja: unspacedScripts,
  ar: /\p{Script=Arabic}/u,
}

const withoutAccents = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const share = (items: readonly string[], holds: (item: string) => boolean) =>
  items.filter(holds).length / items.length

/** Whether a text is in a language other than its conversation's, or in none that the watch knows. */
function isLanguageUnclear(text: string, language: ConversationLanguage): boolean {
  const textWords = text.match(words) ?? []
  if (textWords.length < minWords) return false
  if (share(textWords, word => judgedScripts.test(word)) < minKnownShare) return true
  const script = scripts[language]
  if (script && share(textWords, word => script.test(word)) < minKnownShare) return true
  const latin = textWords.filter(word => /^\p{Script=Latin}/u.test(word))
  return latin.length >= minWords && share(latin, word => isKnownWord(withoutAccents(word))) < minKnownShare
}

interface Judgement {
  said: string
  language: ConversationLanguage
  /** The graver of all judgements, which counts. */
  assessment: Assessment
  /** Risk by the chat model; null where none judged the turn. */
  second: number | null
  thresholds: SafetyThresholds
}

/** Why a human should look at a judged turn; null where the watch is sure enough. */
export function uncertaintyOf({
  said,
  language,
  assessment,
  second,
  thresholds,
}: Judgement): UncertaintyReason | null {
  const { risk, evidence } = assessment
  const { incident_threshold, escalation_threshold } = thresholds
  const isByOneJudge = evidence.some(({ rule }) => rule === 'second_judgement' || rule.startsWith('model.'))
  const isDoubted = second !== null && risk >= incident_threshold && second < incident_threshold
  if (isByOneJudge || isDoubted) return 'disagreement'
  if ([incident_threshold, escalation_threshold].some(limit => Math.abs(risk - limit) <= margin))
    return 'near_threshold'
  return risk < incident_threshold && isLanguageUnclear(said, language) ? 'language' : null
}

/** Answers of two reviewers to the same question. */
export type AnswerPair = readonly ['right' | 'wrong', 'right' | 'wrong']

/**
 * Observed agreement of two reviewers, and Cohen's kappa: agreement beyond what their own shares of answers would bring
 * about by chance (Cohen, 1960, A Coefficient of Agreement for Nominal Scales).
 */
export function measureAgreement(pairs: readonly AnswerPair[]): {
  agreement: number | null
  kappa: number | null
} {
  if (pairs.length === 0) return { agreement: null, kappa: null }
  const share = (holds: (pair: AnswerPair) => boolean) => pairs.filter(holds).length / pairs.length
  const agreement = share(([first, second]) => first === second)
  const firstRight = share(([first]) => first === 'right')
  const secondRight = share(([, second]) => second === 'right')
  const byChance = firstRight * secondRight + (1 - firstRight) * (1 - secondRight)
  return { agreement, kappa: byChance === 1 ? null : (agreement - byChance) / (1 - byChance) }
}
