/** Lower case without accents, each letter in its place, so that what is found can be cut out of the text as typed. */
export const plain = (text: string) =>
  Array.from(text.replaceAll('’', "'"), sign => {
    const [base = sign] = sign.toLowerCase().normalize('NFD')
    return base.length === sign.length ? base : sign
  }).join('')

/** Commas within brackets become the `|` of a regular expression. */
function alternatives(phrases: string): string {
  let depth = 0
  return Array.from(phrases, sign => {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    return sign === ',' && depth > 0 ? '|' : sign
  }).join('')
}

/**
 * Phrases as a regular expression that finds all of them.
 * @param spaced whether words are set apart by spaces, so that phrases begin and end where words do.
 */
export function phrasesOf(phrases: string, spaced: boolean): RegExp {
  if (!spaced) return new RegExp(alternatives(phrases).replaceAll('(', '(?:'), 'gu')
  const source = alternatives(plain(phrases))
    .replace(/ \.\. (?=\||$)/g, '')
    .replaceAll('(', '(?:')
    .replaceAll(' .. ', '(?:\\s+[^\\s.,;!?]+){0,3}\\s+')
    .replaceAll(' ', '\\s+')
    .replace(/(?<![\])}+])\*/g, '\\p{L}*')
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?:(?<=')|(?![\\p{L}\\p{N}]))`, 'gu')
}
