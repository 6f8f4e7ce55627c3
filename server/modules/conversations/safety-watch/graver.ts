import type { Context } from '#contract/conversations/safety.ts'
import { type Assessment, worrying } from './assess.ts'

/** The graver of the embedded judgement and a second one: a second one can raise an alarm and never takes one back. */
export function graver(
  assessment: Assessment,
  second: { risk: number; context: Context } | null,
): Assessment {
  if (!second || second.risk < worrying || second.risk <= assessment.risk) return assessment
  const { risk, context } = second
  return {
    ...assessment,
    risk: Number(risk.toFixed(3)),
    context,
    categories: [context, ...assessment.categories.filter(category => category !== context)],
    sentiment: Math.min(assessment.sentiment, -0.45),
    evidence: [{ rule: 'second_judgement', words: '' }, ...assessment.evidence].slice(0, 8),
  }
}
