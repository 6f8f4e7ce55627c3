import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { type Context, contexts } from '#contract/conversations/safety.ts'
import { catalog, type RuleKind, ruleNames } from '../rules/catalog.ts'
import type { Findings, Found } from '../rules/found.ts'
import { type Window, windowsOf, withoutFillers } from '../text/windows.ts'
import { dangerProbabilities } from './danger-features.ts'
import { lazily } from './linear.ts'

/** What the model tells apart: no danger, and each context. */
export const dangerClasses = ['none', ...contexts] as const

const model = lazily(new URL('./danger.bin', import.meta.url))

/** The least probabilities of a danger for each reaction; chosen on families kept aside, see the model card. */
const least = { incident: 0.26, suspected: 0.4, alert: 0.72 } as const
/**
 * By what the odds of a danger are divided, in every language alike: chosen on the checks, the unseen turns and the idioms
 * kept aside.
 */
const doubt = 1.75
/** How much surer the model must be of a stretch that may cut words off. */
const surerOfNarrow = 0.22
/** Below this in every stretch around it, what a rule found is taken for another meaning of the same words. */
const unlikely = 0.1
/** What is left of the risk of a statement that the model takes for another meaning. */
const leftWhenUnlikely = 0.35

/** The risks of what the model alone found: from an incident to an alert and above, never critical. */
const risks = { suspected: 0.39, incident: 0.41, looked: 0.55, alert: 0.62, most: 0.76 } as const
/** Contexts that somebody looks at, and that alert nobody by themselves. */
const isQuiet = (context: Context) =>
  context === 'medication' || context === 'distress' || context === 'loneliness' || context === 'confusion'

/** What the model makes of one stretch of a text. */
export interface Judged extends Window {
  /** The probability that there is any danger. */
  danger: number
  /** The probability of each context. */
  each: readonly number[]
}

const touches = (one: Window, other: Window) => one.start < other.end && other.start < one.end

type Ruled = Pick<Findings, 'statements' | 'cues'>

/** A probability whose odds are divided by {@link doubt}. */
const doubted = (probability: number) => probability / (probability + (1 - probability) * doubt)

/** What the model makes of stretches that the readings of a turn have in common. */
export type KnownStretches = Map<string, readonly number[]>

/** The probabilities of danger in every stretch of a text. @param known is added to */
export function judgedIn(text: string, language: ConversationLanguage, known: KnownStretches): Judged[] {
  const fluent = withoutFillers(text)
  return windowsOf(fluent).map(window => {
    const stretch = fluent.slice(window.start, window.end)
    const found = known.get(stretch) ?? dangerProbabilities(model(), stretch, language)
    known.set(stretch, found)
    const [none = 1, ...each] = found
    return { ...window, danger: doubted(1 - none), each }
  })
}

const highestDanger = (judged: readonly Judged[]) =>
  judged.reduce((most, { danger }) => Math.max(most, danger), 0)

/** Whether a stretch has no more than the words of a statement, their ending (in Japanese) and punctuation. */
const isNoMoreThan = (window: Window, found: Found) =>
  found.start - window.start <= 1 && window.end - found.end <= 3

/**
 * Lowers what a rule found by words that mean something else where they stand: “I don't want to live in a flat”. Not so
 * where it is {@link Found.isCertain}, nor where its clause says nothing else: what the model does not know as a danger by
 * itself does not get another meaning by what stands around it.
 */
export function withoutUnlikely(statements: readonly Found[], judged: readonly Judged[]): Found[] {
  return statements.map(found => {
    if (found.isCertain) return found
    const touching = judged.filter(window => touches(window, found))
    const wholeWindows = touching.filter(({ isNarrow }) => !isNarrow)
    const isSure = highestDanger(touching) >= least.incident + surerOfNarrow
    if (wholeWindows.length === 0 || isSure || highestDanger(wholeWindows) >= unlikely) return found
    if (wholeWindows.some(window => isNoMoreThan(window, found))) return found
    return {
      ...found,
      risk: found.risk * leftWhenUnlikely,
      evidence: [...found.evidence, { rule: 'unlikely', words: '' }],
    }
  })
}

const emotionOf = (context: Context) =>
  (ruleNames.map(name => catalog[name] as RuleKind).find(rule => rule.context === context) as RuleKind)
    .emotion

function riskOf(danger: number, context: Context): number {
  const { incident, alert } = least
  if (danger < alert || isQuiet(context))
    return risks.incident + (risks.looked - risks.incident) * ((danger - incident) / (1 - incident))
  return risks.alert + (risks.most - risks.alert) * ((danger - alert) / (1 - alert))
}

/** Whether an idiom is at least half of a stretch, so that the rest is hardly a frame that gives it another sense. */
const isMostly = (window: Window, idiom: Window) =>
  2 * (Math.min(window.end, idiom.end) - Math.max(window.start, idiom.start)) >= window.end - window.start

/**
 * The stretches that the model judges alone: rules, idioms and stories know better who, when, and whether. Of a story that
 * the stretch is cut from, and of words around an idiom, it must be as sure as of an alert.
 */
export function leftToModel(judged: readonly Judged[], { statements, cues }: Ruled): Judged[] {
  const stories = cues.filter(({ name }) => name === 'told')
  const idioms = cues.filter(({ name }) => name === 'idiom')
  const explained = [...statements, ...stories]
  return judged.filter(window => {
    const { from, danger } = window
    if (explained.some(found => touches(window, found))) return false
    if (idioms.some(idiom => isMostly(window, idiom))) return false
    if (danger >= least.alert) return true
    return (
      !idioms.some(idiom => touches(window, idiom)) && !(from && stories.some(story => touches(from, story)))
    )
  })
}

/**
 * How much surer than of a whole clause the model must be of a narrow stretch: the less, the nearer the clause that it is
 * cut from is to a danger itself. What makes the stretch harmless would make the clause harmless, too.
 */
function surerThan({ isNarrow, from }: Judged, dangerOf: ReadonlyMap<string, number>): number {
  if (!isNarrow) return 0
  const wholeDanger = (from && dangerOf.get(`${from.start} ${from.end}`)) ?? 0
  return surerOfNarrow * (1 - Math.min(1, wholeDanger / least.incident) / 2)
}

/**
 * The dangers that the model sees, the surest of each context.
 * @param surer how much surer than usual it must be: 0 to 1
 */
export function learnedIn(text: string, judged: readonly Judged[], surer = 0): Found[] {
  const surest = new Map<Context, Judged>()
  const dangerOf = new Map(judged.map(({ start, end, danger }) => [`${start} ${end}`, danger]))
  for (const window of judged) {
    if (window.danger < least.incident + surer + surerThan(window, dangerOf)) continue
    const context = contexts[window.each.indexOf(Math.max(...window.each))] as Context
    const best = surest.get(context)
    if (!best || window.danger > best.danger) surest.set(context, window)
  }
  return [...surest].map(([context, { start, end, danger }]) => ({
    name: `model.${context}` as const,
    context,
    emotion: emotionOf(context),
    risk: riskOf(danger, context),
    evidence: [{ rule: `model.${context}`, words: text.slice(start, end).trim() }],
    isOwn: context !== 'third_party',
    isCertain: true,
    start,
    end,
  }))
}

/** The risk of a text in which nothing reaches an incident: it still ranks what is nearer to one higher. */
export const suspicionOf = (judged: readonly Judged[]): number =>
  risks.suspected * Math.min(1, highestDanger(judged) / least.suspected) ** 4
