/**
 * Draws one way of saying a phrase of the tables: one of each choice, each optional part half of the time, nothing for a
 * gap.
 */
export function sample(phrase: string, macros: Readonly<Record<string, string>>, next: () => number): string {
  const signs = phrase.match(/\.\.|[()[\],]|\{\w+\}|[^\s()[\]{},]+/gu) ?? []
  let at = 0
  const choice = (closing: string): string => {
    const options: string[][] = [[]]
    for (; at < signs.length && signs[at] !== closing; at++) {
      const sign = signs[at] as string
      const last = options.at(-1) as string[]
      if (sign === ',') options.push([])
      else if (sign === '(' || sign === '[') {
        at += 1
        const drawn = choice(sign === '(' ? ')' : ']')
        if (sign === '(' || next() < 0.5) last.push(drawn)
      } else if (sign.startsWith('{')) last.push(sample(`(${macros[sign.slice(1, -1)] ?? ''})`, macros, next))
      else if (sign !== '..') last.push(sign.replace(/\*$/, ''))
    }
    return (options[Math.floor(next() * options.length)] ?? []).filter(Boolean).join(' ')
  }
  return choice('')
}

/** The phrases of a table, one by one. */
export const phrasesOf = (phrases: string): string[] =>
  phrases
    .split(/[|\n]/)
    .map(phrase => phrase.trim())
    .filter(Boolean)

/** A text with the error of a hurried hand: two letters swapped, one left out, doubled or replaced by its neighbour. */
export function mistyped(text: string, next: () => number): string {
  const at = 1 + Math.floor(next() * Math.max(1, text.length - 3))
  const kind = Math.floor(next() * 3)
  if (kind === 0) return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)
  if (kind === 1) return text.slice(0, at) + text.slice(at + 1)
  return text.slice(0, at) + (text[at] ?? '') + text.slice(at)
}
