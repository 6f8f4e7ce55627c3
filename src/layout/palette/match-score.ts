/** Lower case, without accents. */
const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

const wordsOf = (text: string) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** Minimum share of common trigrams for a typo to match. */
const resemblance = 0.5
/** Shorter words are not matched by similarity: too many would match. */
const shortestMistyped = 4

function likenessOfWord(typed: string, word: string): number {
  if (word.startsWith(typed)) return word.length === typed.length ? 2 : 1.5
  if (typed.length < shortestMistyped) return 0
  if (word.includes(typed)) return 1
  const [queryTrigrams, wordTrigrams] = [trigramsOf(typed), trigramsOf(word)]
  const share = [...queryTrigrams].filter(trigram => wordTrigrams.has(trigram)).length / queryTrigrams.size
  return share >= resemblance ? share : 0
}

/**
 * Scores a label against a query: 0 unless each word of the query is a prefix or part of a word of the label, or
 * similar by trigrams (https://www.postgresql.org/docs/current/pgtrgm.html); higher is better.
 */
export function matchScore(typed: string, label: string): number {
  const words = wordsOf(label)
  const each = wordsOf(typed).map(part => Math.max(0, ...words.map(word => likenessOfWord(part, word))))
  if (each.length === 0 || each.includes(0)) return 0
  const begins = plain(label).startsWith(plain(typed).trim()) ? 1 : 0
  return each.reduce((sum, one) => sum + one, 0) / each.length + begins
}
