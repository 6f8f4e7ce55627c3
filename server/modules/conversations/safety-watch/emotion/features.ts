/** Slots that features are hashed into. */
export const slots = 65_536

/** FNV-1a, 32 bits (Fowler, Noll, Vo), over UTF-16 units; folded onto the slots. */
function slotOf(feature: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 16)) & (slots - 1)
}

const negations = /^(?:not|no|never|nothing|nobody|without|hardly|cannot|\w+n't)$/
/** Words that a negation reaches. */
const reach = 3

/** Words, and signs that carry feeling, in order. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\[name\]|\[religion\]/g, ' _name_ ')
    .replace(/([a-z])\1{2,}/g, '$1$1')
    .match(/[\p{L}_]+(?:'\p{L}+)?|\p{Extended_Pictographic}|[!?]+|\.{3}|[:;]-?[)(dp]/gu) ?? []

/**
 * The slots that a text sets, each once: its words, pairs of them, words after a negation, and pieces of words, so that
 * a form never seen resembles those that were.
 */
export function featuresOf(text: string): number[] {
  const words = wordsOf(text)
  const found = new Set<number>()
  let negated = 0
  for (const [at, word] of words.entries()) {
    found.add(slotOf(negated > 0 ? `not ${word}` : word))
    found.add(slotOf(`${words[at - 1] ?? '<'}|${word}`))
    if (word.length > 4) {
      const framed = `<${word}>`
      for (let start = 0; start + 4 <= framed.length; start++)
        found.add(slotOf(`~${framed.slice(start, start + 4)}`))
    }
    negated = negations.test(word) ? reach : negated - 1
  }
  found.add(slotOf(`length ${Math.min(6, Math.floor(Math.log2(words.length + 1)))}`))
  return [...found]
}
