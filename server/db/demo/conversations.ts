import { filling, type Row } from './copy.ts'
import { type Conversation, MEAN_MESSAGES, MEAN_TURNS, round, speak } from './dialogues.ts'
import { rhythms } from './rhythm.ts'
import { Roster } from './roster.ts'
import { recentMoments, type World } from './world.ts'

/** Time after which a conversation ends by itself. */
const OPEN_MS = 40 * 60_000

/** All conversations in chronological order, the same on every pass. */
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
      const userMessages = messages.filter(({ type }) => type === 'user')
      const sentiments = userMessages.map(({ sentiment }) => sentiment ?? 0)
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
        userMessages.length,
        userMessages.length ? round(sentiments.reduce((a, b) => a + b, 0) / userMessages.length) : null,
        userMessages.length ? Math.max(...userMessages.map(({ risk }) => risk ?? 0)) : null,
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
          worry ? JSON.stringify([{ rule: `model.${worry.context}`, words: worry.text }]) : null,
          latency,
          tokens,
          new Date(ts),
        ]
      }
    }
  },
)
