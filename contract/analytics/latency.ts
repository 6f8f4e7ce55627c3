import { z } from 'zod'

/** Stages of an answer. `end_to_end` is from the last word spoken to the first word played. */
export const stages = ['end_to_end', 'transcription', 'model', 'speech'] as const
export type Stage = (typeof stages)[number]

/** Milliseconds. Percentiles come from fixed histogram buckets and are accurate to one bucket. Null without data. */
export const Latency = z.object({
  count: z.int(),
  average: z.number().nullable(),
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
})
export type Latency = z.infer<typeof Latency>

/** Per stage. Percentiles of stages do not add up to the end-to-end percentile. */
export const Latencies = z.object(
  Object.fromEntries(stages.map(stage => [stage, Latency])) as Record<Stage, typeof Latency>,
)
export type Latencies = z.infer<typeof Latencies>
