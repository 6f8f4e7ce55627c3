/** A lexicon as it is written: its macros, and one pattern per expression. */
export interface Lexicon {
  macros: Readonly<Record<string, string>>
  patterns: readonly string[]
}

/**
 * Reads a lexicon: a line is a pattern, a comment (`# …`) or a macro (`name = one,other`). In a pattern `(a,b c)` is one
 * of several, `[a,b]` the same or nothing, `{name}` a macro, and in languages with spaces `word*` any ending of a word.
 */
export function lexiconOf(source: string): Lexicon {
  const macros: Record<string, string> = {}
  const patterns: string[] = []
  for (const line of source.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, name, options] = line.match(/^(\w+) = (.+)$/) ?? []
    if (name && options) macros[name] = options
    else patterns.push(line)
  }
  return { macros, patterns }
}

/** The innermost choice of a pattern. */
const choice = /\(([^()[\]]*)\)|\[([^()[\]]*)\]/u

/** Every wording that a pattern stands for. @throws Error where there is no such macro */
export function expansionsOf(pattern: string, { macros }: Pick<Lexicon, 'macros'>): string[] {
  const written = pattern.replace(/\{(\w+)\}/gu, (_, name: string) => {
    if (macros[name] === undefined) throw new Error(`There is no macro {${name}}`)
    return `(${macros[name]})`
  })
  const found = choice.exec(written)
  if (!found) return [written.replace(/\s+/gu, ' ').trim()]
  const [whole, one, optional] = found
  const options = one === undefined ? ['', ...(optional ?? '').split(',')] : one.split(',')
  const [before, behind] = [written.slice(0, found.index), written.slice(found.index + whole.length)]
  return [...new Set(options.flatMap(option => expansionsOf(before + option + behind, { macros })))]
}
