/** What arrived on one day. */
export interface DayGroup<Item> {
  /** YYYY-MM-DD in the reader's time zone. */
  day: string
  items: Item[]
}

/** Writes the calendar day of an instant, as YYYY-MM-DD. @param timeZone by default the browser's */
export function dayWriter(timeZone?: string): (instant: string | number | Date) => string {
  // Canadian English writes dates in this order, with these separators.
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return instant => format.format(new Date(instant))
}

/** The day before another: not 24 hours ago, because days with a change of daylight saving are longer or shorter. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** Groups items by day and keeps their order. An item that moved to the next page while it was loaded counts once. */
export function groupByDay<Item extends { id: string; created_at: string }>(
  items: readonly Item[],
  dayOf: (instant: string) => string,
): DayGroup<Item>[] {
  const unique = new Map(items.map(item => [item.id, item])).values()
  const groups = Map.groupBy(unique, ({ created_at }) => dayOf(created_at))
  return [...groups].map(([day, group]) => ({ day, items: group }))
}
