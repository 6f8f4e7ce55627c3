import { emotions } from '#contract/conversations/judgement.ts'
import { safety } from '#contract/conversations/safety.ts'
import { invalidField } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { figuresOf, levelsOf } from './queries.ts'
import { keepThresholds, thresholdsOf } from './thresholds.ts'

export default serve(safety)({
  metrics: async call => {
    const { days } = call.query
    const [config, { by_context, by_emotion, by_risk_level, ...counts }] = await Promise.all([
      thresholdsOf(call.db),
      figuresOf(call, days),
    ])
    return {
      days,
      config,
      ...counts,
      by_risk_level: levelsOf(by_risk_level),
      by_context: Object.entries(by_context)
        .map(([context, count]) => ({ context, count }))
        .sort((a, b) => b.count - a.count),
      by_emotion: emotions.map(emotion => ({ emotion, count: by_emotion[emotion] ?? 0 })),
    }
  },
  config: ({ db }) => thresholdsOf(db),
  configure: async ({ db, body, audit }) => {
    const { updated_at: _, ...previousThresholds } = await thresholdsOf(db)
    const nextThresholds = { ...previousThresholds, ...body }
    if (nextThresholds.escalation_threshold < nextThresholds.incident_threshold)
      throw invalidField('escalation_threshold', 'Must not be below the incident threshold')
    const updated_at = await keepThresholds(db, nextThresholds)
    audit({
      action: 'update',
      resourceType: 'safety-config',
      details: { before: previousThresholds, after: nextThresholds },
    })
    return { ...nextThresholds, updated_at }
  },
})
