import type { Emotion } from '#contract/conversations/judgement.ts'
import type { Context } from '#contract/conversations/safety.ts'

/** What a rule stands for, in every language alike. */
export interface RuleKind {
  context: Context
  emotion: Emotion
  /** The risk of a plain statement in the first person and the present, 0 to 1. */
  risk: number
  /** True where the phrases contain a denial themselves ("nobody would notice"), so that a negation before them is ignored. */
  fixed?: true
  /**
   * True where the model of dangers may not take what the rule found for another meaning of the words: for suicide done,
   * prepared, announced, thought of or hinted at and for poison, where one missed costs a life; for mistakes with medication
   * and for abuse, whose everyday words are the same (“nobody feeds me”); and for loneliness, which the corpus does not have,
   * so that the model takes every word of it for harmless.
   */
  certain?: true
}

const ruleKind = (
  context: Context,
  emotion: Emotion,
  risk: number,
  more: Pick<RuleKind, 'fixed' | 'certain'> = {},
): RuleKind => ({ context, emotion, risk, ...more })

/**
 * The rules of every language. Self-harm follows the tiers of the Columbia Suicide Severity Rating Scale (C-SSRS), without
 * claiming its validity.
 */
export const catalog = {
  'self_harm.behaviour': ruleKind('self_harm', 'sad', 0.97, { certain: true }),
  'self_harm.intent_or_plan': ruleKind('self_harm', 'sad', 0.93, { certain: true }),
  'self_harm.method': ruleKind('self_harm', 'sad', 0.86, { certain: true }),
  'self_harm.preparation': ruleKind('self_harm', 'sad', 0.83, { certain: true }),
  'self_harm.ideation': ruleKind('self_harm', 'sad', 0.78, { certain: true }),
  'self_harm.wish_to_be_dead': ruleKind('self_harm', 'sad', 0.66),
  /** Denials that are no comfort: "I do not want to live". */
  'self_harm.no_will_to_live': ruleKind('self_harm', 'sad', 0.74, { fixed: true }),
  'self_harm.indirect': ruleKind('self_harm', 'sad', 0.64, { fixed: true, certain: true }),
  'medical.heart': ruleKind('medical', 'anxious', 0.89),
  'medical.breath': ruleKind('medical', 'anxious', 0.88),
  'medical.stroke': ruleKind('medical', 'anxious', 0.9),
  'medical.bleeding': ruleKind('medical', 'anxious', 0.83),
  'medical.allergy': ruleKind('medical', 'anxious', 0.84),
  'medical.sugar': ruleKind('medical', 'anxious', 0.8),
  'medical.poison': ruleKind('medical', 'anxious', 0.83, { certain: true }),
  'medical.burn': ruleKind('medical', 'anxious', 0.7),
  'medical.fracture': ruleKind('medical', 'anxious', 0.68),
  'medical.collapse': ruleKind('medical', 'anxious', 0.84),
  'medical.unresponsive': ruleKind('medical', 'anxious', 0.86, { fixed: true }),
  'medical.ambulance': ruleKind('medical', 'anxious', 0.82),
  'medical.unwell': ruleKind('medical', 'anxious', 0.5),
  'fall.helpless': ruleKind('fall', 'anxious', 0.85, { fixed: true }),
  'fall.happened': ruleKind('fall', 'anxious', 0.68),
  'abuse.violence': ruleKind('abuse', 'anxious', 0.82, { certain: true }),
  'abuse.sexual': ruleKind('abuse', 'anxious', 0.85, { certain: true }),
  'abuse.threat': ruleKind('abuse', 'anxious', 0.7, { certain: true }),
  'abuse.neglect': ruleKind('abuse', 'anxious', 0.68, { fixed: true, certain: true }),
  'abuse.confinement': ruleKind('abuse', 'anxious', 0.74, { fixed: true, certain: true }),
  'abuse.exploitation': ruleKind('abuse', 'anxious', 0.7, { certain: true }),
  'medication.overdose': ruleKind('medication', 'anxious', 0.72, { certain: true }),
  'medication.error': ruleKind('medication', 'anxious', 0.58, { certain: true }),
  'medication.refusal': ruleKind('medication', 'angry', 0.45, { fixed: true, certain: true }),
  'third_party.imminent': ruleKind('third_party', 'anxious', 0.68),
  'third_party.self_harm': ruleKind('third_party', 'anxious', 0.55),
  'third_party.abuse': ruleKind('third_party', 'anxious', 0.6),
  'third_party.missing': ruleKind('third_party', 'anxious', 0.6, { fixed: true }),
  'confusion.lost': ruleKind('confusion', 'confused', 0.54, { fixed: true }),
  'confusion.hazard': ruleKind('confusion', 'anxious', 0.56),
  'distress.despair': ruleKind('distress', 'sad', 0.5),
  'distress.panic': ruleKind('distress', 'anxious', 0.45),
  loneliness: ruleKind('loneliness', 'sad', 0.45, { certain: true }),
} as const satisfies Record<string, RuleKind>

export type RuleName = keyof typeof catalog
export const ruleNames = Object.keys(catalog) as RuleName[]
