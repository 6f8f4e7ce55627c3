import { type Context, contexts } from '#contract/conversations/safety.ts'
import { catalog, type RuleKind, ruleNames } from '../rules/catalog.ts'
import type { Found } from '../rules/found.ts'
import { lazily, probabilities } from './linear.ts'
import { isUnspaced } from './polar-words.ts'
import { textFeatures } from './text-features.ts'

/** What the model tells apart: no danger, and each context. */
export const dangerClasses = ['none', ...contexts] as const

const model = lazily(new URL('./danger.bin', import.meta.url))

/** How sure the model must be that there is danger; chosen on comments kept aside, see the model card. */
const sure = { spaced: 0.9, unspaced: 0.85 } as const
/** How sure of which, so that it is called by its name. */
const named = 0.6

/** A danger found by the model alone opens an incident and is looked at; it alerts nobody by itself. */
const risk = 0.5

const emotionOf = (context: Context) =>
  (ruleNames.map(name => catalog[name] as RuleKind).find(rule => rule.context === context) as RuleKind)
    .emotion

const sentences = /[^.!?…。！？؟\n]+/gu
const fewestWords = 3

interface Span {
  start: number
  end: number
}

/**
 * A danger that the model sees in a sentence in which no rule found anything: rules know denial, idioms, the past and
 * other people better. Null where it sees none.
 */
export function dangerIn(text: string, ruled: readonly Span[]): Found | null {
  for (const { index, 0: said } of text.matchAll(sentences)) {
    const end = index + said.length
    const length = isUnspaced(said) ? Math.floor(said.length / 3) : said.trim().split(/\s+/).length
    if (length < fewestWords) continue
    if (ruled.some(found => found.start < end && index < found.end)) continue
    const [none = 1, ...each] = probabilities(model(), textFeatures(said))
    if (1 - none < (isUnspaced(said) ? sure.unspaced : sure.spaced)) continue
    const highest = Math.max(...each)
    const context = contexts[each.indexOf(highest)]
    if (!context || highest < named) continue
    return {
      name: `model.${context}`,
      context,
      emotion: emotionOf(context),
      risk,
      evidence: [{ rule: `model.${context}`, words: said.trim() }],
      isOwn: true,
      start: index,
      end,
    }
  }
  return null
}
