/** Count and sum of one key of a dimension, in a time bucket or in the whole range. */
export interface Cell<Name extends string = string> {
  /** The day as YYYY-MM-DD, or the start of the hour; empty for the whole range. */
  at: string
  dimension: Name
  key: string
  count: number
  sum: number
}

/** Stored cells that are added (1) or subtracted (-1). */
export interface SignedCells<Name extends string = string> {
  at: string
  sign: 1 | -1
  cells: Partial<Record<Name, Record<string, [count: number, sum: number]>>>
}

/** Sums the keys of each dimension under one empty key. */
export function collapseKeys<Name extends string>({ at, sign, cells }: SignedCells<Name>): SignedCells<Name> {
  const sums: SignedCells<Name>['cells'] = {}
  for (const dimension in cells) {
    const all = Object.values<[number, number]>(cells[dimension] ?? {})
    const sumOf = (index: 0 | 1) => all.reduce((sum, one) => sum + one[index], 0)
    sums[dimension] = { '': [sumOf(0), sumOf(1)] }
  }
  return { at, sign, cells: sums }
}

/** Removes the floating-point error that is left when one total is subtracted from another. */
const exact = (sum: number) => (Number.isInteger(sum) ? sum : Number(sum.toPrecision(12)))

function innerMap<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  const inner = maps.get(key) ?? new Map<L, V>()
  maps.set(key, inner)
  return inner
}

/** Sums cells by label, dimension and key; cells with a count of 0 are omitted. */
export function sumCells<Name extends string>(parts: readonly SignedCells<Name>[]): Cell<Name>[] {
  const byLabel = new Map<string, Map<Name, Map<string, Cell<Name>>>>()
  for (const { at, sign, cells } of parts) {
    const labelled = innerMap(byLabel, at)
    for (const dimension in cells) {
      const keyed = innerMap(labelled, dimension)
      const values = cells[dimension] as Record<string, [number, number]>
      for (const key in values) {
        const [count, sum] = values[key] as [number, number]
        const cell = keyed.get(key)
        if (cell) {
          cell.count += sign * count
          cell.sum += sign * sum
        } else keyed.set(key, { at, dimension, key, count: sign * count, sum: sign * sum })
      }
    }
  }
  const added: Cell<Name>[] = []
  for (const labelled of byLabel.values())
    for (const keyed of labelled.values())
      for (const cell of keyed.values()) {
        cell.sum = exact(cell.sum)
        if (cell.count !== 0) added.push(cell)
      }
  return added
}
