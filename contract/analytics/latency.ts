import { z } from 'zod'

/** The stages of an answer, and the whole: from the last spoken word to the first one heard back. */
export const stages = ['end_to_end', 'transcription', 'model', 'speech'] as const
export type Stage = (typeof stages)[number]

/** Milliseconds; the percentiles come from fixed buckets and are right within one. Null where nothing was measured. */
export const Latency = z.object({
  count: z.int(),
  average: z.number().nullable(),
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
})
export type Latency = z.infer<typeof Latency>

/** Each stage for itself: percentiles of stages do not add up to those of the whole. */
export const Latencies = z.object(
  Object.fromEntries(stages.map(stage => [stage, Latency])) as Record<Stage, typeof Latency>,
)
export type Latencies = z.infer<typeof Latencies>
