import { sql } from 'kysely'
import { histogramBucket } from '../../kit/bucket.ts'
import { all, source } from '../source.ts'

const stage = (column: string) => ({
  key: histogramBucket(sql.ref(`r.${column}`)),
  value: sql<number>`${sql.ref(`r.${column}`)}`,
})

/** Translation sessions by when they started. Pairs and regions are kept by how their sessions ended: `en → es|failed`. */
export const translation = source({
  name: 'translation',
  table: 'translation_sessions',
  at: 'started_at',
  dimensions: {
    status: { key: sql`r.status` },
    mode: { key: sql`r.mode` },
    pair: { key: sql`r.source_language || ' → ' || r.target_language || '|' || r.status` },
    region: { key: sql`r.region || '|' || r.status` },
    end_to_end: stage('latency_ms'),
    transcription: stage('transcription_ms'),
    model: stage('model_ms'),
    speech: stage('speech_ms'),
    all,
  },
  members: { people: sql`r.person_id` },
})
