/** A list with one of its items at another place; one beyond its ends is the end. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.filter((_, at) => at !== from)
  const place = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, place), items[from] as Item, ...others.slice(place)]
}
