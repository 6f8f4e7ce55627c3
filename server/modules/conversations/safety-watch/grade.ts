import type { Found } from './rules/found.ts'

/** Words of a turn up to which the gravest statement alone decides. Longer texts are many turns in one. */
const turn = 80
/** The levels below which a long text is never graded, when its gravest statement is of them. */
const floors = [0.8, 0.6, 0.4] as const
const floorOf = (risk: number) => floors.find(floor => risk >= floor) ?? 0
/** The most that a long text comes to by much self-harm in it, and what others than self-harm can add to their level. */
const most = 0.98
const besides = 0.05

/** What a mention of self-harm is worth in a text that does not say of whom: talk about it is no intent. */
const impersonal = 0.2

const words = /[\p{L}\p{N}']+/gu
const self = /^(?:i|im|ive|me|my|myself|mine|id|ill|yo|mi|me|je|j|moi|mon|ma|mes|ich|mich|mir|mein\w*)$/i
const addressed =
  /^(?:you|your|youre|yours|yourself|youll|youve|u|ur|tu|te|ti|vous|toi|votre|vos|du|dich|dir|dein\w*)$/i

/** Statements of self-harm, one for each place of the text. */
function apart(statements: readonly Found[]): Found[] {
  const kept: Found[] = []
  for (const found of statements)
    if (
      found.context === 'self_harm' &&
      !kept.some(other => other.start < found.end && found.start < other.end)
    )
      kept.push(found)
  return kept
}

/**
 * The risk of a text with these statements, the gravest first. A single turn has that of its gravest statement. A long
 * text, a diary or the posts of months, is graded from the level of its gravest statement upwards: by how much of it
 * speaks of the writer's own self-harm, and by whether they speak of themself or advise somebody.
 */
export function graded(text: string, statements: readonly Found[]): number {
  const [worst] = statements
  if (!worst) return 0
  const said = (text.match(words) ?? []).map(word => word.replaceAll("'", ''))
  if (said.length <= turn) return worst.risk
  const selfHarm = apart(statements)
  const gravest = statements.find(({ context, isOwn }) => context !== 'self_harm' || isOwn)
  const floor = Math.max(floorOf(gravest?.risk ?? 0), floorOf(worst.risk * 0.75))
  if (floor === 0) return worst.risk
  const burden = selfHarm.reduce((sum, { risk, isOwn }) => sum + risk ** 2 * (isOwn ? 1 : impersonal), 0)
  const density = burden / Math.sqrt(said.length / turn)
  const own = said.filter(word => self.test(word)).length
  const others = said.filter(word => addressed.test(word)).length
  const share = (own + 1) / (own + others + 2)
  const grade = (density / (density + 1)) * share
  const ceiling = selfHarm.length > 0 ? most : floor + besides
  return floor + (ceiling - floor) * grade
}
