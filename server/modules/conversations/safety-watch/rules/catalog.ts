import type { Emotion } from '#contract/conversations/emotions.ts'
import type { Context } from '#contract/conversations/safety.ts'

/** What a rule stands for, in every language alike. */
export interface RuleKind {
  context: Context
  emotion: Emotion
  /** The risk of a plain statement in the first person and the present, 0 to 1. */
  risk: number
  /** True where the phrases contain a denial themselves ("nobody would notice"), so that a negation before them is ignored. */
  fixed?: true
}

const kind = (
  context: Context,
  emotion: Emotion,
  risk: number,
  more: Pick<RuleKind, 'fixed'> = {},
): RuleKind => ({ context, emotion, risk, ...more })

/**
 * The rules of every language. Self-harm follows the tiers of the Columbia Suicide Severity Rating Scale (C-SSRS), without
 * claiming its validity.
 */
export const catalog = {
  'self_harm.behaviour': kind('self_harm', 'sad', 0.97),
  'self_harm.intent_or_plan': kind('self_harm', 'sad', 0.93),
  'self_harm.method': kind('self_harm', 'sad', 0.86),
  'self_harm.preparation': kind('self_harm', 'sad', 0.83),
  'self_harm.ideation': kind('self_harm', 'sad', 0.78),
  'self_harm.wish_to_be_dead': kind('self_harm', 'sad', 0.66),
  /** Denials that are no comfort: "I do not want to live". */
  'self_harm.no_will_to_live': kind('self_harm', 'sad', 0.74, { fixed: true }),
  'self_harm.indirect': kind('self_harm', 'sad', 0.64, { fixed: true }),
  'medical.heart': kind('medical', 'anxious', 0.89),
  'medical.breath': kind('medical', 'anxious', 0.88),
  'medical.stroke': kind('medical', 'anxious', 0.9),
  'medical.bleeding': kind('medical', 'anxious', 0.83),
  'medical.allergy': kind('medical', 'anxious', 0.84),
  'medical.sugar': kind('medical', 'anxious', 0.8),
  'medical.poison': kind('medical', 'anxious', 0.83),
  'medical.burn': kind('medical', 'anxious', 0.7),
  'medical.fracture': kind('medical', 'anxious', 0.68),
  'medical.collapse': kind('medical', 'anxious', 0.84),
  'medical.unresponsive': kind('medical', 'anxious', 0.86, { fixed: true }),
  'medical.ambulance': kind('medical', 'anxious', 0.82),
  'medical.unwell': kind('medical', 'anxious', 0.5),
  'fall.helpless': kind('fall', 'anxious', 0.85, { fixed: true }),
  'fall.happened': kind('fall', 'anxious', 0.68),
  'abuse.violence': kind('abuse', 'anxious', 0.82),
  'abuse.sexual': kind('abuse', 'anxious', 0.85),
  'abuse.threat': kind('abuse', 'anxious', 0.7),
  'abuse.neglect': kind('abuse', 'anxious', 0.68, { fixed: true }),
  'abuse.confinement': kind('abuse', 'anxious', 0.74, { fixed: true }),
  'abuse.exploitation': kind('abuse', 'anxious', 0.7),
  'medication.overdose': kind('medication', 'anxious', 0.72),
  'medication.error': kind('medication', 'anxious', 0.58),
  'medication.refusal': kind('medication', 'angry', 0.45, { fixed: true }),
  'third_party.imminent': kind('third_party', 'anxious', 0.68),
  'third_party.self_harm': kind('third_party', 'anxious', 0.55),
  'third_party.abuse': kind('third_party', 'anxious', 0.6),
  'third_party.missing': kind('third_party', 'anxious', 0.6, { fixed: true }),
  'confusion.lost': kind('confusion', 'confused', 0.54, { fixed: true }),
  'confusion.hazard': kind('confusion', 'anxious', 0.56),
  'distress.despair': kind('distress', 'sad', 0.5),
  'distress.panic': kind('distress', 'anxious', 0.45),
  loneliness: kind('loneliness', 'sad', 0.45),
} as const satisfies Record<string, RuleKind>

export type RuleName = keyof typeof catalog
export const ruleNames = Object.keys(catalog) as RuleName[]
