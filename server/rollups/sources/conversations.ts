import { sql } from 'kysely'
import { distress, emergencyContexts, summaryRisk } from '#contract/conversations/safety-incidents.ts'
import { histogramBucket } from '../../kit/bucket.ts'
import { all, source } from '../source.ts'

/** Whether a person said something like this in the conversation. */
const heard = (what: ReturnType<typeof sql<boolean>>) => sql<boolean>`exists (select from messages m
  where m.conversation_id = r.id and m.ts >= r.started_at and m.type = 'user' and ${what})`
const texts = (values: readonly string[]) => sql`${sql.raw(`'{${values.join(',')}}'::text[]`)}`

/** Conversations by when they began. */
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
})

const stage = (name: string) => {
  const measured = sql<number | null>`(r.latency ->> ${sql.lit(name)})::numeric`
  return { key: histogramBucket(sql`round(${measured})::int`), value: measured }
}
const said = sql`r.type = 'user'`

/** What was said in conversations: by a person, or by the companion, whose answers have latencies. */
export const turns = source({
  name: 'turns',
  table: 'messages',
  at: 'ts',
  dimensions: {
    all: { key: sql`case when ${said} then '' end` },
    emotion: { key: sql`case when ${said} then r.emotion end` },
    sentiment: {
      key: sql`case when ${said} and r.sentiment is not null then '' end`,
      value: sql`r.sentiment`,
    },
    end_to_end: stage('total_ms'),
    transcription: stage('transcription_ms'),
    model: stage('model_ms'),
    speech: stage('speech_ms'),
  },
  members: { people: sql`case when ${said} then r.person_id end` },
})
