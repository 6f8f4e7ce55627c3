/** A stream of numbers from 0 up to 1 (mulberry32): the same seed, the same numbers. */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function shuffle<T>(rows: T[], next: () => number): T[] {
  for (let at = rows.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1))
    ;[rows[at], rows[other]] = [rows[other] as T, rows[at] as T]
  }
  return rows
}
