import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { type Emotion, emotions } from '#contract/conversations/emotions.ts'
import type { Context, Evidence } from '#contract/conversations/safety.ts'
import { emotionScores } from './emotion/model.ts'
import { graded } from './grade.ts'
import type { Topic } from './languages/language.ts'
import { judgedIn, learnedIn, leftToModel, suspicionOf, withoutUnlikely } from './models/danger.ts'
import { sentimentOf } from './models/sentiment.ts'
import { findingsIn } from './rules/everywhere.ts'
import type { Found, FoundFeeling } from './rules/found.ts'

/** What the safety watch finds in one turn. */
export interface Assessment {
  /** −1 to 1. */
  sentiment: number
  emotion: Emotion
  /** 0 to 1. */
  risk: number
  /** What the gravest risk comes from; null where none is worth a look. */
  context: Context | null
  /** Everything that the turn worries by, the gravest first. */
  categories: Context[]
  evidence: Evidence[]
  topics: Topic[]
}

/** The risk from which on a statement is worth a look. */
export const worrying = 0.4
/** The risk from which on the emotion is the danger's own, whatever the words of feeling beside it. */
const graveRisk = 0.6
/** What a sad or frightened turn is worth without a statement: never enough for an incident. */
const uneasinessWeight = 0.19
/** What one word of a feeling adds to an emotion's probability: less where a model speaks as well. */
const feelingWeight = { beside: 0.2, alone: 0.3 } as const

/** The feeling that is meant when one is denied: who is not happy is rather sad, who is not sad is rather well. */
const impliedEmotion = ({ feeling, isNegated }: FoundFeeling): Emotion =>
  !isNegated ? feeling : feeling === 'happy' || feeling === 'excited' ? 'sad' : 'neutral'

/** How much of each emotion is in a turn, by the words of feeling and, in English, by the trained model. */
function emotionsOf(
  language: ConversationLanguage,
  text: string,
  feelings: readonly FoundFeeling[],
): number[] {
  const scores =
    language === 'en' ? emotionScores(text) : emotions.map(name => (name === 'neutral' ? 0.25 : 0))
  for (const feeling of feelings) {
    const at = emotions.indexOf(impliedEmotion(feeling))
    scores[at] = (scores[at] ?? 0) + (language === 'en' ? feelingWeight.beside : feelingWeight.alone)
  }
  const total = scores.reduce((sum, score) => sum + score, 0)
  return scores.map(score => score / total)
}

const clamped = (value: number, least: number, most: number) =>
  Number(Math.max(least, Math.min(most, value)).toFixed(3))

/** How far a leaning, positive or negative, goes at least: past what counts as neutral. */
const leastLeaning = 0.32
/** How far a neutral turn leans at most. */
const mostNeutralLeaning = 0.12

/** A sentiment from −1 to 1 on the side that is the likeliest. */
function sentimentFrom({ negative, neutral, positive }: ReturnType<typeof sentimentOf>): number {
  const difference = positive - negative
  if (neutral >= positive && neutral >= negative) return difference * mostNeutralLeaning
  return Math.sign(difference) * (leastLeaning + (1 - leastLeaning) * Math.abs(difference))
}

/** One of each kind of statement, the gravest first. */
const uniqueByName = (statements: readonly Found[]) =>
  statements.filter(({ name }, at) => statements.findIndex(other => other.name === name) === at)

/**
 * What is found in one turn of a user: by rules in every language, clause by clause, and by models. The gravest statement
 * counts, and nothing said beside it takes anything from it. The figures are indications for people to look, made from
 * what was said alone, and no diagnosis.
 */
export function assess(text: string, language: ConversationLanguage): Assessment {
  const findings = findingsIn(text, language)
  const { feelings, topics } = findings
  const judged = judgedIn(text, language, findings)
  const unexplained = leftToModel(judged, findings)
  const statements = [...withoutUnlikely(findings.statements, judged), ...learnedIn(text, unexplained)].sort(
    (a, b) => b.risk - a.risk,
  )
  const concerns = statements.filter(({ risk }) => risk >= worrying)
  const [worst] = concerns
  const scores = emotionsOf(language, text, feelings)
  const strongestEmotion = emotions[scores.indexOf(Math.max(...scores))] ?? 'neutral'
  const modelSentiment = sentimentFrom(sentimentOf(text))
  const sentiment = clamped(worst ? Math.min(modelSentiment, -0.45) : modelSentiment, -1, 1)
  const uneasiness = Math.max(0, -sentiment) * uneasinessWeight
  const risk = Math.max(graded(text, statements, judged), worst ? 0 : uneasiness, suspicionOf(unexplained))
  return {
    sentiment,
    emotion: worst && (worst.risk >= graveRisk || language !== 'en') ? worst.emotion : strongestEmotion,
    risk: clamped(risk, 0, 1),
    context: worst?.context ?? null,
    categories: [...new Set(concerns.map(({ context }) => context))],
    evidence: [
      ...uniqueByName(statements)
        .slice(0, 3)
        .flatMap(({ evidence }) => evidence),
      ...feelings.map(({ feeling, isNegated, words }) => ({
        rule: isNegated ? `not_${feeling}` : feeling,
        words,
      })),
    ].slice(0, 8),
    topics,
  }
}
