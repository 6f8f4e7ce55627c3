import { type Random, uuidv7 } from './random.ts'
import { type Emotion, type SentenceBank, type Task, tasks, type Worry } from './sentences/bank.ts'
import { english } from './sentences/en.ts'
import { spanish } from './sentences/es.ts'
import { french } from './sentences/fr.ts'
import { japanese } from './sentences/ja.ts'
import type { Person } from './world.ts'

const banks = { en: english, es: spanish, fr: french, ja: japanese }

type Language = keyof typeof banks

/** Speakers of other languages talk with the companion in English. */
const languageOf = ({ city: { locale } }: Person): Language => (locale in banks ? (locale as Language) : 'en')

const modelWeights = { 'gpt-4o-mini': 70, 'gpt-4o': 20, 'gpt-4': 6, 'gpt-3.5-turbo': 4 }

/** Median response time in milliseconds. */
const modelMs: Record<keyof typeof modelWeights, number> = {
  'gpt-4o-mini': 480,
  'gpt-4o': 720,
  'gpt-4': 1350,
  'gpt-3.5-turbo': 420,
}

const turnWeights = { 1: 26, 2: 30, 3: 22, 4: 13, 5: 9 }

export const MEAN_TURNS = 2.49

/** The opening, plus two messages per turn. */
export const MEAN_MESSAGES = 1 + 2 * MEAN_TURNS

const emotionWeights: Record<Emotion, number> = {
  happy: 30,
  sad: 11,
  anxious: 9,
  angry: 4,
  neutral: 34,
  confused: 6,
  excited: 6,
}

/** Mean and deviation of the sentiment (-1 to 1) by emotion. */
const sentimentOf: Record<Emotion, readonly [number, number]> = {
  happy: [0.68, 0.12],
  sad: [-0.52, 0.12],
  anxious: [-0.42, 0.1],
  angry: [-0.58, 0.12],
  neutral: [0.06, 0.1],
  confused: [-0.14, 0.1],
  excited: [0.78, 0.1],
}

interface Message {
  id: string
  type: 'user' | 'assistant'
  content: string
  ts: number
  sentiment: number | null
  emotion: Emotion | null
  risk: number | null
  worry: Worry | null
  latency: {
    transcription_ms: number | null
    model_ms: number
    speech_ms: number | null
    total_ms: number
  } | null
  tokens: { input: number; output: number } | null
}

export interface Conversation {
  id: string
  person: Person
  task: Task
  model: keyof typeof modelWeights
  language: Language
  voiceInput: boolean
  voiceOutput: boolean
  topics: string[]
  startedAt: number
  endedAt: number
  messages: Message[]
}

export const round = (n: number, digits = 3) => Number(n.toFixed(digits))

/** Estimated number of tokens: one per four letters, or per Chinese or Japanese character. */
const tokensOf = (text: string) => Math.ceil(/[぀-ヿ一-鿿]/.test(text) ? text.length : text.length / 4)

/** Milder worries are more frequent. */
const pickWorry = (bank: SentenceBank, random: Random): Worry => {
  const mildFirst = bank.worries.toSorted((a, b) => a.risk - b.risk)
  return mildFirst[Math.floor(random.next() ** 1.7 * mildFirst.length)] as Worry
}

export function speak(person: Person, startedAt: number, random: Random, worryChance: number): Conversation {
  const language = languageOf(person)
  const bank = banks[language]
  const task = random.pick(tasks)
  const model = random.weighted(modelWeights)
  const voiceInput = random.chance(0.7)
  const voiceOutput = voiceInput || random.chance(0.3)
  const id = uuidv7(startedAt, random)
  const messages: Message[] = []
  const topics = new Set<string>()
  /** Sentences that were used already. */
  const usedSentences = new Set<string>()
  let ts = startedAt
  let context = 120

  const addReply = (text: string) => {
    const transcription = voiceInput && messages.length > 0 ? Math.round(random.logNormal(230, 0.3)) : null
    const thinking = Math.round(random.logNormal(modelMs[model], 0.35))
    const speech = voiceOutput ? Math.round(random.logNormal(190, 0.3)) : null
    const total = (transcription ?? 0) + thinking + (speech ?? 0)
    ts += total
    context += tokensOf(text)
    messages.push({
      id: uuidv7(ts, random),
      type: 'assistant',
      content: text,
      ts,
      sentiment: null,
      emotion: null,
      risk: null,
      worry: null,
      latency: { transcription_ms: transcription, model_ms: thinking, speech_ms: speech, total_ms: total },
      tokens: { input: context, output: tokensOf(text) },
    })
  }

  addReply(random.pick(bank.openings[task]))
  let mood = random.weighted(emotionWeights)
  const turns = Number(random.weighted(turnWeights))
  for (let turn = 0; turn < turns; turn++) {
    if (random.chance(0.35)) mood = random.weighted(emotionWeights)
    const worry = random.chance(worryChance) ? pickWorry(bank, random) : null
    const emotion = worry?.emotion ?? mood
    const unsaid = tasks.filter(other => !usedSentences.has(`${other} ${emotion}`))
    const about = turn === 0 ? task : random.pick(unsaid)
    usedSentences.add(`${about} ${emotion}`)
    const [topic, sentence] = bank.statements[about][emotion]
    const content = worry?.text ?? sentence.replace('{person}', random.pick(bank.people))
    const [middle, spread] = sentimentOf[emotion]
    const troubled = middle < 0
    topics.add(worry ? (worry.context === 'medication' ? 'medication' : 'health') : topic)
    ts += Math.round(random.logNormal(9000, 0.5))
    context += tokensOf(content)
    messages.push({
      id: uuidv7(ts, random),
      type: 'user',
      content,
      ts,
      sentiment: round(Math.max(-1, Math.min(1, (worry ? -0.65 : middle) + spread * random.normal()))),
      emotion,
      risk: round(
        worry ? worry.risk + random.between(-0.015, 0.015) : random.between(0, troubled ? 0.32 : 0.12),
      ),
      worry,
      latency: null,
      tokens: null,
    })
    addReply(worry?.reply ?? random.pick(bank.answers[emotion]))
    if (worry) break
  }
  const endedAt = ts + random.int(4000, 60_000)
  return {
    id,
    person,
    task,
    model,
    language,
    voiceInput,
    voiceOutput,
    topics: [...topics],
    startedAt,
    endedAt,
    messages,
  }
}
