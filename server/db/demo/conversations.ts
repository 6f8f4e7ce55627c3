import { filling, type Row } from './copy.ts'
import type { Random } from './random.ts'
import { rhythms } from './rhythm.ts'
import { Roster } from './roster.ts'
import { type Emotion, type SentenceBank, type Task, tasks, type Worry } from './sentences/bank.ts'
import { english } from './sentences/en.ts'
import { spanish } from './sentences/es.ts'
import { french } from './sentences/fr.ts'
import { japanese } from './sentences/ja.ts'
import { uuidv7 } from './uuid.ts'
import { type Person, recentMoments, type World } from './world.ts'

const banks = { en: english, es: spanish, fr: french, ja: japanese }
type Language = keyof typeof banks
/** Who speaks another language talks with the companion in English. */
const languageOf = ({ place: { locale } }: Person): Language =>
  locale in banks ? (locale as Language) : 'en'

const modelWeights = { 'gpt-4o-mini': 70, 'gpt-4o': 20, 'gpt-4': 6, 'gpt-3.5-turbo': 4 }
/** Median time of one answer, in milliseconds. */
const modelMs: Record<keyof typeof modelWeights, number> = {
  'gpt-4o-mini': 480,
  'gpt-4o': 720,
  'gpt-4': 1350,
  'gpt-3.5-turbo': 420,
}

const turnWeights = { 1: 26, 2: 30, 3: 22, 4: 13, 5: 9 }
const MEAN_TURNS = 2.49
/** The opening, and a question and an answer each turn. */
const MEAN_MESSAGES = 1 + 2 * MEAN_TURNS
/** A conversation is left open for so long after it began, if nobody ends it. */
const OPEN_MS = 40 * 60_000

const emotionWeights: Record<Emotion, number> = {
  happy: 30,
  sad: 11,
  anxious: 9,
  angry: 4,
  neutral: 34,
  confused: 6,
  excited: 6,
}
/** Middle and spread of what a sentence of this emotion is worth, -1 to 1. */
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

interface Conversation {
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

const round = (n: number, digits = 3) => Number(n.toFixed(digits))
/** Roughly the tokens of a text: four letters each, or one for a sign of Chinese or Japanese. */
const tokensOf = (text: string) => Math.ceil(/[぀-ヿ一-鿿]/.test(text) ? text.length : text.length / 4)

/** The milder a worry, the more often it is met. */
const pickWorry = (bank: SentenceBank, random: Random): Worry => {
  const mildFirst = bank.worries.toSorted((a, b) => a.risk - b.risk)
  return mildFirst[Math.floor(random.next() ** 1.7 * mildFirst.length)] as Worry
}

function speak(person: Person, startedAt: number, random: Random, worryChance: number): Conversation {
  const language = languageOf(person)
  const bank = banks[language]
  const task = random.pick(tasks)
  const model = random.weighted(modelWeights)
  const voiceInput = random.chance(0.7)
  const voiceOutput = voiceInput || random.chance(0.3)
  const id = uuidv7(startedAt, random)
  const messages: Message[] = []
  const topics = new Set<string>()
  /** What was said is not said again. */
  const said = new Set<string>()
  let ts = startedAt
  let context = 120

  const answer = (text: string) => {
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

  answer(random.pick(bank.openings[task]))
  let mood = random.weighted(emotionWeights)
  const turns = Number(random.weighted(turnWeights))
  for (let turn = 0; turn < turns; turn++) {
    if (random.chance(0.35)) mood = random.weighted(emotionWeights)
    const worry = random.chance(worryChance) ? pickWorry(bank, random) : null
    const emotion = worry?.emotion ?? mood
    const unsaid = tasks.filter(other => !said.has(`${other} ${emotion}`))
    const about = turn === 0 ? task : random.pick(unsaid)
    said.add(`${about} ${emotion}`)
    const [topic, sentence] = bank.said[about][emotion]
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
    answer(worry?.answer ?? random.pick(bank.answers[emotion]))
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

/** All conversations as they began. Nothing is drawn elsewhere, so that each pass over them gives the same. */
function* conversations(world: World): Generator<Conversation> {
  const total = Math.max(1, Math.round(world.counts.messages / MEAN_MESSAGES))
  const worryChance = world.counts['safety-incidents'] / (total * MEAN_TURNS)
  const roster = new Roster(world.people.filter(({ role }) => role === 'elderly_user'))
  for (const moment of recentMoments(world, 'conversations', total, rhythms.home)) {
    const person = roster.pick(moment)
    if (!person) continue
    const conversation = speak(person, moment.ts, moment.random, worryChance)
    yield { ...conversation, messages: conversation.messages.filter(({ ts }) => ts <= world.now) }
  }
}

function statusOf(
  { startedAt, endedAt, messages }: Conversation,
  now: number,
): 'active' | 'paused' | 'ended' {
  if (endedAt < now && startedAt < now - OPEN_MS) return 'ended'
  const last = messages.at(-1)?.ts ?? startedAt
  return last < now - OPEN_MS / 2 ? 'paused' : 'active'
}

export const conversationRows = filling(
  'conversations',
  [
    'id',
    'organization_id',
    'person_id',
    'task',
    'chat_model',
    'language',
    'voice_input',
    'voice_output',
    'status',
    'topics',
    'turns',
    'average_sentiment',
    'highest_risk',
    'started_at',
    'ended_at',
  ],
  function* (world: World): Generator<Row> {
    for (const conversation of conversations(world)) {
      const {
        id,
        person,
        task,
        model,
        language,
        voiceInput,
        voiceOutput,
        topics,
        startedAt,
        endedAt,
        messages,
      } = conversation
      const status = statusOf(conversation, world.now)
      const said = messages.filter(({ type }) => type === 'user')
      const sentiments = said.map(({ sentiment }) => sentiment ?? 0)
      yield [
        id,
        person.organization.id,
        person.id,
        task,
        model,
        language,
        voiceInput,
        voiceOutput,
        status,
        topics,
        said.length,
        said.length ? round(sentiments.reduce((a, b) => a + b, 0) / said.length) : null,
        said.length ? Math.max(...said.map(({ risk }) => risk ?? 0)) : null,
        new Date(startedAt),
        status === 'ended' ? new Date(endedAt) : null,
      ]
    }
  },
)

export const messageRows = filling(
  'messages',
  [
    'organization_id',
    'id',
    'conversation_id',
    'person_id',
    'type',
    'content',
    'voice_input',
    'safety_flagged',
    'sentiment',
    'emotion',
    'risk_score',
    'context',
    'evidence',
    'latency',
    'tokens',
    'ts',
  ],
  function* (world: World): Generator<Row> {
    for (const { id: conversationId, person, voiceInput, messages } of conversations(world)) {
      for (const { id, type, content, ts, sentiment, emotion, risk, worry, latency, tokens } of messages) {
        if (worry && emotion && risk !== null) {
          const finding = {
            conversationId,
            messageId: id,
            person,
            context: worry.context,
            emotion,
            risk,
            text: content,
            ts,
          }
          world.traces.findings.push(finding)
        }
        yield [
          person.organization.id,
          id,
          conversationId,
          person.id,
          type,
          content,
          type === 'user' && voiceInput,
          worry !== null,
          sentiment,
          emotion,
          risk,
          worry?.context ?? null,
          worry ? JSON.stringify([{ rule: worry.context, words: worry.text }]) : null,
          latency,
          tokens,
          new Date(ts),
        ]
      }
    }
  },
)
