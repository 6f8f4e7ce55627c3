import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { conversationLanguages, Message } from './conversations.ts'
import { RiskLevel } from './judgement.ts'
import { contexts, Evidence } from './safety.ts'

/**
 * Why the safety watch is unsure of a turn: its risk is near a threshold, its judges disagree, or the words are in a
 * language that it does not know.
 */
export const UncertaintyReason = z.enum(['near_threshold', 'disagreement', 'language'])
export type UncertaintyReason = z.infer<typeof UncertaintyReason>

/** A reviewer's verdict on the watch's judgement. */
export const ReviewAnswer = z.enum(['right', 'wrong', 'unsure'])
export type ReviewAnswer = z.infer<typeof ReviewAnswer>

/** Decisive answers, right or wrong, after which a turn leaves the queue. */
export const reviewersPerTurn = 2

/** A turn that waits for reviewers. */
export const TurnReview = z.object({
  id: Id,
  conversation_id: Id,
  message_id: Id,
  language: z.enum(conversationLanguages),
  reason: UncertaintyReason,
  /** Category that the watch found; null for none. */
  category: z.string().nullable(),
  risk_score: z.number(),
  risk_level: RiskLevel,
  /** Whether the watch flagged the turn. */
  flagged: z.boolean(),
  incident_id: Id.nullable(),
  content: z.string(),
  evidence: z.array(Evidence),
  /** Messages around the turn, in order, without the turn. */
  around: z.array(Message.pick({ id: true, type: true, timestamp: true }).extend({ content: z.string() })),
  /** When the turn was said. */
  timestamp: Instant,
  /** Decisive answers of others so far; what they say is hidden, so that answers are independent. */
  answers: z.int(),
})
export type TurnReview = z.output<typeof TurnReview>

const path = '/api/ai/turn-reviews'

export const turnReviews = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'List turns that wait for the caller’s review, gravest first; only of transcripts they may read',
    access: may('turn_reviews', 'list'),
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(50).default(20),
      language: z.enum(conversationLanguages).optional(),
      category: z.enum(contexts).optional(),
    }),
    reply: z.object({
      reviews: z.array(TurnReview),
      /** Turns of this language and category that wait for the caller. */
      open: z.int(),
    }),
  }),
  agreement: endpoint({
    method: 'GET',
    path: `${path}/agreement`,
    summary: 'Measure how far the first two reviewers of each turn agree',
    access: may('turn_reviews', 'list'),
    reply: z.object({
      /** Turns with at least one decisive answer. */
      answered: z.int(),
      /** Turns with two. */
      pairs: z.int(),
      /** Share of pairs that agree; null without pairs. */
      agreement: z.number().nullable(),
      /** Cohen's kappa (1960): agreement beyond chance; null where chance alone explains all pairs. */
      kappa: z.number().nullable(),
    }),
  }),
  answer: endpoint({
    method: 'POST',
    path: `${path}/{id}/answer`,
    summary:
      'Answer a review; a later answer by the same reviewer replaces the earlier one. Missed danger opens an incident, and an alert if someone must be called',
    access: may('turn_reviews', 'update'),
    body: z.strictObject({
      answer: ReviewAnswer,
      note: z.string().trim().max(2_000).default(''),
      /** With the answer `wrong`: a danger that the watch missed or rated too low. */
      missed: z
        .strictObject({
          category: z.enum(contexts),
          /** Whether someone must be called now, also for an incident that did not alert anyone. */
          alert: z.boolean().default(false),
        })
        .optional(),
    }),
    reply: z.object({ incident_id: Id.nullable() }),
  }),
  export: endpoint({
    method: 'GET',
    path: `${path}/export`,
    summary: 'Export reviewed turns of people who consented to it, as training data without names',
    access: may('turn_reviews', 'approve'),
    query: z.strictObject({ format: z.enum(['jsonl', 'tsv']).default('jsonl') }),
    status: 200,
  }),
}
