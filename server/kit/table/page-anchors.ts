import type { Row } from './facts.ts'

/** A row that was met at an offset of a list. */
export interface PageAnchor {
  offset: number
  row: Row
}

interface Known {
  table: string
  anchors: PageAnchor[]
  until: number
}

/** How long, in milliseconds, a page follows on one that was read before, while rows may come and go above it. */
const keepFor = 60_000
const maxLists = 500
const maxAnchors = 100

const known = new Map<string, Known>()

/** Offsets of a table are counted anew after a write of this instance; those of all tables on another database. */
export function clearPageAnchors(table?: string): void {
  for (const [list, { table: of }] of known) if (!table || of === table) known.delete(list)
}

/** The row nearest above an offset that a page of the same list has met: from there on, the way is short. */
export function findPageAnchor(list: string, offset: number): PageAnchor | undefined {
  const found = known.get(list)
  if (!found || found.until < performance.now()) return undefined
  return found.anchors.findLast(anchor => anchor.offset <= offset)
}

/** Notes the ends of a page, so that the page itself and the one after it need not be searched from the first row. */
export function savePageAnchors(list: string, table: string, offset: number, rows: readonly Row[]): void {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return
  let found = known.get(list)
  if (!found || found.until < performance.now()) {
    if (known.size >= maxLists) known.clear()
    found = { table, anchors: [], until: performance.now() + keepFor }
    known.set(list, found)
  }
  const ends = new Map([
    [offset, first],
    [offset + rows.length - 1, last],
  ])
  const others = found.anchors.filter(anchor => !ends.has(anchor.offset)).slice(-maxAnchors)
  const added = [...ends].map(([offset, row]) => ({ offset, row }))
  found.anchors = [...others, ...added].sort((a, b) => a.offset - b.offset)
}
