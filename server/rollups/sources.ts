import { sql } from 'kysely'
import { riskFrom, riskLevels } from '#contract/conversations/judgement.ts'
import { distress, emergencyContexts, summaryRisk } from '#contract/conversations/safety-incidents.ts'
import { histogramBucket } from '../kit/figures.ts'
import { all, type Source, source } from './source.ts'

const latencyColumn = (column: string) => ({
  key: histogramBucket(sql.ref(`r.${column}`)),
  value: sql<number>`${sql.ref(`r.${column}`)}`,
})

/** Translation sessions by start time. Keys of pairs and regions include the status: `en → es|failed`. */
export const translation = source({
  name: 'translation',
  table: 'translation_sessions',
  at: 'started_at',
  dimensions: {
    status: { key: sql`r.status` },
    mode: { key: sql`r.mode` },
    pair: { key: sql`r.source_language || ' → ' || r.target_language || '|' || r.status` },
    region: { key: sql`r.region || '|' || r.status` },
    end_to_end: latencyColumn('latency_ms'),
    transcription: latencyColumn('transcription_ms'),
    model: latencyColumn('model_ms'),
    speech: latencyColumn('speech_ms'),
    all,
  },
  members: { people: sql`r.person_id` },
  retention: 'translation-sessions',
})

/** Condition: a message of the person in the conversation matches. */
const heard = (what: ReturnType<typeof sql<boolean>>) => sql<boolean>`exists (select from messages m
  where m.conversation_id = r.id and m.ts >= r.started_at and m.type = 'user' and ${what})`
const texts = (values: readonly string[]) => sql`${sql.raw(`'{${values.join(',')}}'::text[]`)}`

/** Conversations by start time. */
export const conversations = source({
  name: 'conversations',
  table: 'conversations',
  at: 'started_at',
  dimensions: {
    all,
    topic: { keys: sql`r.topics` },
    risk: {
      key: sql`case when r.highest_risk::numeric > ${sql.lit(summaryRisk.high)} then 'high'
        when r.highest_risk::numeric >= ${sql.lit(summaryRisk.medium)} then 'medium' end`,
    },
    emergency: {
      key: sql`case when ${heard(sql`m.context = any (${texts(emergencyContexts)})`)} then '' end`,
    },
    distress: {
      key: sql`case when ${heard(sql`m.emotion = any (${texts(distress.emotions)})
        and m.sentiment::numeric < ${sql.lit(distress.below)}`)} then '' end`,
    },
  },
  members: { people: sql`r.person_id` },
  countedKinds: ['people'],
  retention: 'transcripts',
})

const messageLatency = (name: string) => {
  const measured = sql<number | null>`(r.latency ->> ${sql.lit(name)})::numeric`
  return { key: histogramBucket(sql`round(${measured})::int`), value: measured }
}
const isUserTurn = sql`r.type = 'user'`

/** Messages of people and replies of the companion; only replies have latencies. */
export const turns = source({
  name: 'turns',
  table: 'messages',
  at: 'ts',
  dimensions: {
    all: { key: sql`case when ${isUserTurn} then '' end` },
    emotion: { key: sql`case when ${isUserTurn} then r.emotion end` },
    sentiment: {
      key: sql`case when ${isUserTurn} and r.sentiment is not null then '' end`,
      value: sql`r.sentiment`,
    },
    end_to_end: messageLatency('total_ms'),
    transcription: messageLatency('transcription_ms'),
    model: messageLatency('model_ms'),
    speech: messageLatency('speech_ms'),
  },
  members: { people: sql`case when ${isUserTurn} then r.person_id end` },
  retention: 'transcripts',
})

/** The activity log; features are `action|resource_type`. */
export const activity = source({
  name: 'activity',
  table: 'activity_logs',
  at: 'timestamp',
  dimensions: { all, feature: { key: sql`r.action || '|' || r.resource_type` } },
  members: { signedIn: sql`case when r.action = 'login' then r.actor_id end` },
})

/** Device events by the time at which they happened. */
export const deviceEvents = source({
  name: 'device-events',
  table: 'device_events',
  at: 'ts',
  dimensions: { all, type: { key: sql`r.type` } },
  members: { people: sql`r.person_id`, devices: sql`r.device_id` },
  retention: 'device-events',
})

const level = sql<string>`case ${sql.join(
  riskLevels.map(name => sql`when r.risk_score::numeric >= ${sql.lit(riskFrom[name])} then ${sql.lit(name)}`),
  sql` `,
)} else 'minimal' end`

/** Safety incidents by risk level. */
export const incidents = source({
  name: 'incidents',
  table: 'safety_incidents',
  at: 'ts',
  dimensions: { level: { key: level, value: sql`r.risk_score` } },
  members: {},
})

/** All sources with rollups. */
export const sources: readonly Source[] = [
  translation,
  conversations,
  turns,
  deviceEvents,
  activity,
  incidents,
]
