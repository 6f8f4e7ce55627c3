import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { type Emotion, emotions } from '#contract/conversations/judgement.ts'
import type { Context, Evidence } from '#contract/conversations/safety.ts'
import { emotionScores } from './emotion/model.ts'
import { asSaid, figuresIn, withoutFigures } from './figures/figures.ts'
import { graded } from './grade.ts'
import type { Topic } from './languages/language.ts'
import {
  type Judged,
  judgedIn,
  type KnownStretches,
  learnedIn,
  leftToModel,
  suspicionOf,
  withoutUnlikely,
} from './models/danger.ts'
import { sentimentOf } from './models/sentiment.ts'
import { findingsIn } from './rules/everywhere.ts'
import type { Findings, Found, FoundFeeling } from './rules/found.ts'
import { repaired } from './text/repaired.ts'

/** The safety watch's assessment of one turn. */
export interface Assessment {
  /** −1 to 1. */
  sentiment: number
  emotion: Emotion
  /** 0 to 1. */
  risk: number
  /** The context of the most serious risk; null below the risk of an incident. */
  context: Context | null
  /** The contexts of all risks that reach an incident, most serious first. */
  categories: Context[]
  evidence: Evidence[]
  topics: Topic[]
}

/** Minimum risk of a safety incident. */
export const worrying = 0.4
/** Minimum risk of an alert, at which the emotion of the danger replaces the emotion of the other words. */
const dominantRisk = 0.6
/** Maximum risk of a sad or frightened turn without a dangerous statement: too low for an incident. */
const maxMoodRisk = 0.19
/** What one feeling word adds to the score of its emotion: less in languages that also have a model. */
const feelingWeight = { withModel: 0.2, withoutModel: 0.3 } as const

/** The emotion that a feeling word implies. “Not happy” implies sad; “not sad” implies neutral. */
const impliedEmotion = ({ feeling, isNegated }: FoundFeeling): Emotion =>
  !isNegated ? feeling : feeling === 'happy' || feeling === 'excited' ? 'sad' : 'neutral'

/** Share of each emotion in a turn, from feeling words and, in English, from the trained model. */
function emotionsOf(
  language: ConversationLanguage,
  text: string,
  feelings: readonly FoundFeeling[],
): number[] {
  const scores =
    language === 'en' ? emotionScores(text) : emotions.map(name => (name === 'neutral' ? 0.25 : 0))
  for (const feeling of feelings) {
    const index = emotions.indexOf(impliedEmotion(feeling))
    scores[index] =
      (scores[index] ?? 0) + (language === 'en' ? feelingWeight.withModel : feelingWeight.withoutModel)
  }
  const total = scores.reduce((sum, score) => sum + score, 0)
  return scores.map(score => score / total)
}

/** Limits a value to a range and rounds it to three decimals. */
const clamp = (value: number, min: number, max: number) =>
  Number(Math.max(min, Math.min(max, value)).toFixed(3))

/** Minimum magnitude of a positive or negative sentiment, beyond the neutral range of ±0.3. */
const minSentiment = 0.32
/** Maximum magnitude of a neutral sentiment. */
const maxNeutralSentiment = 0.12

/** A sentiment from −1 to 1, with the sign of the most probable class. */
function sentimentFrom({ negative, neutral, positive }: ReturnType<typeof sentimentOf>): number {
  const difference = positive - negative
  if (neutral >= positive && neutral >= negative) return difference * maxNeutralSentiment
  return Math.sign(difference) * (minSentiment + (1 - minSentiment) * Math.abs(difference))
}

/** The first statement of each name, in the given order. */
const uniqueByName = (statements: readonly Found[]) =>
  statements.filter(({ name }, index) => statements.findIndex(other => other.name === name) === index)

interface Dangers {
  /** Most serious first. */
  statements: Found[]
  judged: Judged[]
  /** What the model judges alone. */
  unexplainedWindows: Judged[]
  highestRisk: number
}

interface ReadingOptions {
  /** The text as it was said, if the one judged lacks its figures of speech. */
  said?: string
  /** How much surer than usual the model must be: 0 to 1. */
  surer?: number
  known: KnownStretches
}

/** What rules and model find in a text. */
function dangersIn(
  text: string,
  language: ConversationLanguage,
  findings: Findings,
  { said = text, surer = 0, known }: ReadingOptions,
): Dangers {
  const judged = judgedIn(text, language, known)
  const unexplainedWindows = leftToModel(judged, findings)
  const statements = [
    ...withoutUnlikely(findings.statements, judged),
    ...learnedIn(said, unexplainedWindows, surer),
  ].sort((a, b) => b.risk - a.risk)
  return { statements, judged, unexplainedWindows, highestRisk: statements[0]?.risk ?? 0 }
}

/**
 * The dangers of a turn without its figures of speech, if it is flagged with them. They raise no incident by being left
 * out, but where an alert is left without them, they had hidden it.
 */
function dangersOf(
  text: string,
  language: ConversationLanguage,
  findings: Findings,
  options: ReadingOptions,
): Dangers {
  const whole = dangersIn(text, language, findings, options)
  const rest = withoutFigures(text, language, findings.statements)
  if (rest === text) return whole
  const left = dangersIn(rest, language, asSaid(findingsIn(rest, language), text), { ...options, said: text })
  return whole.highestRisk >= worrying || left.highestRisk >= dominantRisk ? left : whole
}

/** How much surer the model must be of a reading in which errors are mended: chosen on sets kept aside, see the model card. */
const surerOfRepaired = 0.02

/**
 * The dangers of a turn with what its second reading, without misspelt words, has beyond them: from an incident upwards
 * and only where they are worse. What was found in the turn as it stands is kept, and an alert needs no second reading.
 */
function dangersInBothReadings(text: string, language: ConversationLanguage, findings: Findings): Dangers {
  const known: KnownStretches = new Map()
  const written = dangersOf(text, language, findings, { known })
  const reading =
    written.highestRisk < dominantRisk ? repaired(text, language, figuresIn(text, language)) : null
  if (!reading) return written
  const { text: mended, places } = reading
  const meant = dangersOf(mended, language, findingsIn(mended, language), { surer: surerOfRepaired, known })
  if (meant.highestRisk < worrying || meant.highestRisk <= written.highestRisk) return written
  const added = meant.statements
    .filter(({ risk }) => risk >= worrying)
    .map(found => ({ ...found, start: places[found.start] ?? 0, end: places[found.end] ?? text.length }))
  const statements = [...asSaid({ ...findings, statements: added }, text).statements, ...written.statements]
  return {
    ...written,
    statements: statements.sort((a, b) => b.risk - a.risk),
    highestRisk: meant.highestRisk,
  }
}

/**
 * Assesses one turn of a user: by rules, clause by clause and in every language, and by models. The most serious statement
 * counts; nothing else in the turn lowers it. The result is a hint for people to look, based only on the words of the
 * turn. It is not a diagnosis.
 */
export function assess(text: string, language: ConversationLanguage): Assessment {
  const findings = findingsIn(text, language)
  const { feelings, topics } = findings
  const { statements, judged, unexplainedWindows } = dangersInBothReadings(text, language, findings)
  const concerns = statements.filter(({ risk }) => risk >= worrying)
  const [worst] = concerns
  const scores = emotionsOf(language, text, feelings)
  const strongestEmotion = emotions[scores.indexOf(Math.max(...scores))] ?? 'neutral'
  const modelSentiment = sentimentFrom(sentimentOf(text))
  const sentiment = clamp(worst ? Math.min(modelSentiment, -0.45) : modelSentiment, -1, 1)
  const moodRisk = Math.max(0, -sentiment) * maxMoodRisk
  const risk = Math.max(
    graded(text, statements, judged),
    worst ? 0 : moodRisk,
    suspicionOf(unexplainedWindows),
  )
  return {
    sentiment,
    emotion: worst && (worst.risk >= dominantRisk || language !== 'en') ? worst.emotion : strongestEmotion,
    risk: clamp(risk, 0, 1),
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

/** The graver of the embedded judgement and a second one: a second one can raise an alarm and never takes one back. */
export function graver(
  assessment: Assessment,
  second: { risk: number; context: Context } | null,
): Assessment {
  if (!second || second.risk < worrying || second.risk <= assessment.risk) return assessment
  const { risk, context } = second
  return {
    ...assessment,
    risk: Number(risk.toFixed(3)),
    context,
    categories: [context, ...assessment.categories.filter(category => category !== context)],
    sentiment: Math.min(assessment.sentiment, -0.45),
    evidence: [{ rule: 'second_judgement', words: '' }, ...assessment.evidence].slice(0, 8),
  }
}
