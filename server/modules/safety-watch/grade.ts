import type { Found } from './rules/found.ts'

/** Words of a turn up to which the gravest statement alone decides. Longer texts are many turns in one. */
const turn = 60
/** How far below its own risk the gravest statement of a long text can be put: never below the level that it is of. */
const floors = [0.8, 0.6, 0.4] as const
const floorOf = (risk: number) => floors.find(floor => risk >= floor) ?? 0

/** What a statement of self-harm adds to the burden of a long text, by its rule. */
const gravity = (found: Found): number => (found.context === 'self_harm' ? found.risk ** 2 : 0)

const words = /[\p{L}\p{N}']+/gu
const self = /^(?:i|im|ive|me|my|myself|mine|id|ill)$/i
const addressed = /^(?:you|your|youre|yours|yourself|youll|youve|u|ur)$/i

/**
 * The risk of a text with these statements. A single turn has that of its gravest statement. A long text, a diary or the
 * posts of months, is graded within the level of its gravest statement: by how much of it speaks of self-harm, and by
 * whether its writer speaks of themself or advises somebody.
 */
export function graded(text: string, statements: readonly Found[]): number {
  const [worst] = statements
  if (!worst) return 0
  const said = text.match(words) ?? []
  if (said.length <= turn) return worst.risk
  const floor = floorOf(worst.risk)
  const burden = statements.reduce((sum, found) => sum + gravity(found), 0)
  const density = burden / Math.sqrt(said.length / turn)
  const own = said.filter(word => self.test(word.replaceAll("'", ''))).length
  const others = said.filter(word => addressed.test(word.replaceAll("'", ''))).length
  const ownShare = (own + 1) / (own + others + 2)
  const grade = (density / (density + 1.5)) * (0.4 + 0.6 * ownShare)
  const ceiling = Math.min(1, floor + 0.2)
  return floor === 0 ? worst.risk : floor + (ceiling - floor) * grade
}
