import { type RawBuilder, sql } from 'kysely'
import { stages } from '#contract/analytics/latency.ts'
import {
  type OperationalFacet,
  type OperationalPart,
  operationalFacets,
  operationalFigures,
} from '#contract/analytics/operational-metrics.ts'
import { figureGroup, type MetricRows, metricRows } from '#server/kit/figures.ts'
import { inRange, translation } from '#server/rollups/index.ts'

const facets = Object.keys(operationalFacets) as OperationalFacet[]
const rows = metricRows(facets)
const pair = sql`r.source_language || ' → ' || r.target_language`
const session = {
  id: sql`r.id`,
  at: sql`r.started_at`,
  title: pair,
  mode: sql`r.mode`,
  region: sql`r.region`,
  status: sql`r.status`,
  pair,
}

/** The translation sessions that started in a span. */
const sessions =
  (which: RawBuilder<boolean> = sql<boolean>`true`): MetricRows =>
  (span, call) =>
    rows(session, sql`from translation_sessions r where ${inRange(translation, span, call)} and ${which}`)

/** Distinct values of a column over the sessions of a span. */
const different =
  (values: RawBuilder<unknown>): MetricRows =>
  (span, call) =>
    rows(
      { id: sql`d.value`, at: sql`d.last`, title: sql`d.value` },
      sql`from (select value, max(r.started_at) as last
        from translation_sessions r cross join lateral unnest(${values}) as value
        where ${inRange(translation, span, call)} group by value) d`,
    )

const measured: Record<(typeof stages)[number], RawBuilder<unknown>> = {
  end_to_end: sql`r.latency_ms`,
  transcription: sql`r.transcription_ms`,
  model: sql`r.model_ms`,
  speech: sql`r.speech_ms`,
}

const parts: Record<OperationalPart, MetricRows> = {
  sessions: sessions(),
  active_sessions: sessions(sql<boolean>`r.status = 'active'`),
  completed: sessions(sql<boolean>`r.status = 'completed'`),
  ended: sessions(sql<boolean>`r.status in ('completed', 'failed')`),
  languages: different(sql`array[r.source_language, r.target_language]`),
  pairs: different(sql`array[${pair}]`),
  latencies: (span, call) =>
    rows(
      { ...session, id: sql`r.id || ' ' || s.stage`, stage: sql`s.stage`, amount: sql`s.took` },
      sql`from translation_sessions r
        cross join lateral (values ${sql.join(stages.map(stage => sql`(${stage}::text, ${measured[stage]})`))})
          as s (stage, took)
        where s.took is not null and ${inRange(translation, span, call)}`,
    ),
}

/** Drill-down of the translation figures. */
export const figures = figureGroup({ figures: operationalFigures, parts, facets })
