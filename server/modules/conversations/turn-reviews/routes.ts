import type { Emotion } from '#contract/conversations/judgement.ts'
import { turnReviews } from '#contract/conversations/turn-reviews.ts'
import { file } from '#server/kit/handlers.ts'
import { invalidField } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { escalateIncident, openIncident } from '../incident.ts'
import { thresholdsOf } from '../safety-watch/thresholds.ts'
import {
  countWaitingReviews,
  flagTurn,
  listTrainingExamples,
  listWaitingReviews,
  loadAnswerPairs,
  lockReview,
  saveAnswer,
} from './queries.ts'
import { toJsonLines, toTsv } from './training-data.ts'
import { measureAgreement } from './uncertainty.ts'

export default serve(turnReviews)({
  list: async call => ({
    reviews: await listWaitingReviews(call, call.query),
    open: await countWaitingReviews(call, call.query),
  }),

  agreement: async call => {
    const { answered, pairs } = await loadAnswerPairs(call)
    return { answered, pairs: pairs.length, ...measureAgreement(pairs) }
  },

  answer: async call => {
    const { db, actor, body, params } = call
    const { answer, note, missed } = body
    if (missed && answer !== 'wrong') throw invalidField('missed', 'Only allowed with the answer “wrong”')
    const review = await lockReview(call, params.id)
    await saveAnswer(db, {
      review_id: review.id,
      reviewer_id: actor.id,
      answer,
      missed: missed?.category ?? null,
      note,
    })
    call.audit({
      action: 'review',
      resourceType: 'turn-reviews',
      resourceId: review.id,
      organizationId: review.organization_id,
      details: { answer, ...(missed && { missed }) },
    })
    if (missed?.alert && review.incident_id && !review.alerted) {
      const { organization_id, person_id, conversation_id, message_id } = review
      const incident = { id: review.incident_id, organization_id, person_id, conversation_id, message_id }
      await escalateIncident(call, incident, missed.category)
    }
    if (!missed || review.incident_id) return { incident_id: review.incident_id }
    const { incident_threshold, escalation_threshold } = await thresholdsOf(db)
    const atLeast = missed.alert ? escalation_threshold : incident_threshold
    await flagTurn(db, review)
    return {
      incident_id: await openIncident(call, {
        conversation: { ...review, id: review.conversation_id },
        message: { id: review.message_id, ts: review.said_at },
        assessment: {
          context: missed.category,
          risk: Math.max(review.risk_score, atLeast),
          emotion: (review.emotion ?? 'neutral') as Emotion,
        },
        escalates: missed.alert,
      }),
    }
  },

  export: file((call, withTransaction) =>
    withTransaction(async db => {
      const examples = await listTrainingExamples({ ...call, db })
      call.audit({
        action: 'export',
        resourceType: 'turn-reviews',
        details: { format: call.query.format, turns: examples.length },
      })
      return call.query.format === 'tsv' ? toTsv(examples) : toJsonLines(examples)
    }),
  ),
})
