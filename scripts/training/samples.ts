/** A text with the error of a hurried hand: two letters swapped, one left out, doubled or replaced by its neighbour. */
export function mistyped(text: string, next: () => number): string {
  const at = 1 + Math.floor(next() * Math.max(1, text.length - 3))
  const kind = Math.floor(next() * 3)
  if (kind === 0) return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)
  if (kind === 1) return text.slice(0, at) + text.slice(at + 1)
  return text.slice(0, at) + (text[at] ?? '') + text.slice(at)
}
