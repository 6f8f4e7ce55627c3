import type { Context } from '#contract/conversations/safety.ts'
import { catalog } from './catalog.ts'
import type { Cue, Tag } from './finder.ts'
import type { Match } from './phrases.ts'

/** The most words between a statement and what makes a figure of speech of it, behind it and before it. */
const reach = { behind: 1, before: 2 } as const

const contextsOf: Readonly<Partial<Record<Cue, readonly Context[]>>> = {
  cause: ['self_harm', 'medical', 'fall', 'distress', 'abuse', 'third_party', 'confusion'],
  // A trifle says nothing of a body that fails: “I fell over the knitting”, “I can't breathe with these curtains burning”.
  trifle: ['self_harm', 'distress'],
  game: ['self_harm', 'distress', 'abuse'],
}
/** What is done or prepared is no figure of speech, whatever is named beside it. */
export const isDeed = (name: string) =>
  name === 'self_harm.behaviour' || name === 'self_harm.preparation' || name === 'self_harm.method'
/** Nor is what somebody says they will do: “I am going to hang myself over this”. */
export const isMeant = (name: string) => isDeed(name) || name === 'self_harm.intent_or_plan'

/**
 * The idioms that statements become by a cause, a trifle or a game right beside them in their clause: “I can't breathe from
 * laughing”. Each reaches from the statement to what makes it one.
 */
export function figuresOfSpeech(
  matches: readonly Match<Tag>[],
  cues: Readonly<Record<Cue, readonly Match<Tag>[]>>,
  clauses: readonly number[],
): Match<Tag>[] {
  const figures: Match<Tag>[] = []
  const plain = matches.filter(({ tag }) => tag.kind === 'rule' && isMeant(tag.name))
  for (const { tag, from, to } of matches) {
    if (tag.kind !== 'rule' || plain.some(meant => meant.from < to && from < meant.to)) continue
    const { context } = catalog[tag.name]
    for (const cue of ['cause', 'trifle', 'game'] as const) {
      if (!contextsOf[cue]?.includes(context)) continue
      const beside = cues[cue].find(
        other =>
          clauses[other.from] === clauses[to - 1] &&
          (other.from >= to
            ? other.from - to <= reach.behind
            : cue === 'cause' && (other.to > from || from - other.to <= reach.before)),
      )
      if (beside)
        figures.push({
          tag: { kind: 'cue', cue: 'idiom' },
          from: Math.min(from, beside.from),
          to: Math.max(to, beside.to),
        })
    }
  }
  return figures
}
