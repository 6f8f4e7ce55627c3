/** What a key of a dimension comes to in a bucket, or in the whole span. */
export interface Cell<Name extends string = string> {
  /** The day, YYYY-MM-DD, or the beginning of the hour; empty for the whole span. */
  at: string
  dimension: Name
  key: string
  count: number
  sum: number
}

/** Cells as they are kept, of which some count for and some against. */
export interface SignedCells<Name extends string = string> {
  at: string
  sign: 1 | -1
  cells: Partial<Record<Name, Record<string, [count: number, sum: number]>>>
}

/** The same with the keys of each dimension added up, as one that is empty. */
export function collapseKeys<Name extends string>({ at, sign, cells }: SignedCells<Name>): SignedCells<Name> {
  const sums: SignedCells<Name>['cells'] = {}
  for (const dimension in cells) {
    const all = Object.values<[number, number]>(cells[dimension] ?? {})
    const sumOf = (place: 0 | 1) => all.reduce((sum, one) => sum + one[place], 0)
    sums[dimension] = { '': [sumOf(0), sumOf(1)] }
  }
  return { at, sign, cells: sums }
}

/**
 * What fractions come to. One total less another leaves a remainder of binary fractions far behind the places that were
 * added up; whole numbers leave none.
 */
const exact = (sum: number) => (Number.isInteger(sum) ? sum : Number(sum.toPrecision(12)))

function within<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  const found = maps.get(key) ?? new Map<L, V>()
  maps.set(key, found)
  return found
}

/** Adds up parts by their label, dimension and key; what comes to nothing is left out. */
export function sumCells<Name extends string>(parts: readonly SignedCells<Name>[]): Cell<Name>[] {
  const found = new Map<string, Map<Name, Map<string, Cell<Name>>>>()
  for (const { at, sign, cells } of parts) {
    const labelled = within(found, at)
    for (const dimension in cells) {
      const keyed = within(labelled, dimension)
      const kept = cells[dimension] as Record<string, [number, number]>
      for (const key in kept) {
        const [count, sum] = kept[key] as [number, number]
        const cell = keyed.get(key)
        if (cell) {
          cell.count += sign * count
          cell.sum += sign * sum
        } else keyed.set(key, { at, dimension, key, count: sign * count, sum: sign * sum })
      }
    }
  }
  const added: Cell<Name>[] = []
  for (const labelled of found.values())
    for (const keyed of labelled.values())
      for (const cell of keyed.values()) {
        cell.sum = exact(cell.sum)
        if (cell.count !== 0) added.push(cell)
      }
  return added
}
