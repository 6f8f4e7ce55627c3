const ids = new Set<string>()

/** The alerts that this tab raised itself: they are no news to it. */
export const raisedHere = {
  add: (id: string) => void ids.add(id),
  has: (id: string) => ids.has(id),
}
