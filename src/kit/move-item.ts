/** Moves an item to another index, clamped to the ends. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.filter((_, at) => at !== from)
  const index = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, index), items[from] as Item, ...others.slice(index)]
}
