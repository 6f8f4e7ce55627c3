import type { Evidence } from '#contract/conversations/safety.ts'
import { catalog, type RuleKind, type RuleName } from './catalog.ts'
import type { Found } from './found.ts'
import type { Scope } from './scope.ts'

/** What is left of a statement's risk. */
const remainingRisk = { negation: 0.1, quotation: 0.3, past: 0.4, condition: 0.4, animal: 0.3 } as const
/** An attempt is a risk for life (C-SSRS), however long ago. */
const pastAttempt = 0.5
/** What is known at second hand is a little less certain. */
const weightOfAnother = 0.8
/** Thoughts of suicide of somebody else. */
const selfHarmOfAnother = 0.65

/** A fire or a flood is none the less for an animal that is spoken of before. */
const isHazard = (name: RuleName) => name === 'confusion.hazard'

const isAcute = ({ context }: RuleKind) =>
  context === 'medical' || context === 'fall' || context === 'medication' || context === 'confusion'

/** A rule's statement within its scope. */
export function softened(
  { name, isCertain }: { name: RuleName; isCertain: boolean },
  scope: Scope,
  { words, start, end }: { words: string; start: number; end: number },
): Found {
  const rule: RuleKind = catalog[name]
  let { risk, context } = rule
  const evidence: Evidence[] = [{ rule: name, words }]
  const soften = (by: number, why: string, because = '') => {
    risk *= by
    evidence.push({ rule: why, words: because })
  }
  if (scope.isNegated && !rule.fixed) soften(remainingRisk.negation, 'negation')
  if (scope.isQuoted) soften(remainingRisk.quotation, 'quotation')
  if (scope.isPast) soften(name === 'self_harm.behaviour' ? pastAttempt : remainingRisk.past, 'past')
  if (scope.isConditional && isAcute(rule)) soften(remainingRisk.condition, 'condition')
  if (scope.isAnimal && isAcute(rule) && !isHazard(name)) soften(remainingRisk.animal, 'animal')
  else if (scope.other && (isAcute(rule) || context === 'self_harm')) {
    soften(context === 'self_harm' ? selfHarmOfAnother : weightOfAnother, 'another_person', scope.other)
    if (context !== 'confusion') context = 'third_party'
  }
  return { name, context, emotion: rule.emotion, risk, evidence, isOwn: scope.isOwn, isCertain, start, end }
}
