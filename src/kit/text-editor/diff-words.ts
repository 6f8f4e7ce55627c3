/** A run of words: unchanged, removed or added. */
export interface DiffPart {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Word-level diff (longest common subsequence). */
export function diffWords(before: string, after: string): DiffPart[] {
  const split = (text: string) => text.split(/(\s+)/).filter(Boolean)
  const [old, fresh] = [split(before), split(after)]
  // longest[i][j]: length of the common subsequence of the words from i and from j.
  const longest = Array.from({ length: old.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0))
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i--) {
    const row = longest[i] as number[]
    for (let j = fresh.length - 1; j >= 0; j--)
      row[j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  }
  const pieces: DiffPart[] = []
  const add = (kind: DiffPart['kind'], text = '') => {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += text
    else pieces.push({ kind, text })
  }
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      add('same', old[i])
      i += 1
      j += 1
    } else if (i < old.length && (j >= fresh.length || at(i + 1, j) >= at(i, j + 1))) {
      add('gone', old[i])
      i += 1
    } else {
      add('new', fresh[j])
      j += 1
    }
  }
  return pieces
}
