/** Draws one text that a regular expression of the Japanese table finds; what stands for anything becomes nothing. */
export function drawn(source: string, macros: Readonly<Record<string, string>>, next: () => number): string {
  const text = source.replace(/\{([^{}\d,]+)\}/gu, (whole, name: string) => macros[name] ?? whole)
  let at = 0
  const options = (): string => {
    const all: string[] = ['']
    while (at < text.length && text[at] !== ')') {
      if (text[at] === '|') {
        all.push('')
        at += 1
        continue
      }
      all[all.length - 1] += piece()
    }
    return all[Math.floor(next() * all.length)] ?? ''
  }
  const piece = (): string => {
    let found = ''
    const sign = text[at] as string
    if (sign === '(') {
      const head = text.slice(at).match(/^\((?:\?(?::|<?[=!]))?/)?.[0] ?? '('
      at += head.length
      found = options()
      at += 1
      if (/[=!]/.test(head)) found = ''
    } else if (sign === '[') {
      const end = text.indexOf(']', at)
      const set = [...text.slice(at + 1, end)]
      at = end + 1
      found = set[0] === '^' ? '' : (set[Math.floor(next() * set.length)] ?? '')
    } else if (sign === '\\') {
      at += 2
    } else {
      at += 1
      if (sign !== '^' && sign !== '$' && sign !== '.') found = sign
    }
    const times = text.slice(at).match(/^(?:\?|\{\d+,?\d*\})/)?.[0] ?? ''
    at += times.length
    return times === '?' && next() < 0.5 ? '' : found
  }
  return options()
}
