/** A queue that is emptied in batches, round-robin by key: a key with many items delays another by its turns alone. */
export interface FairBatches<Item> {
  readonly size: number
  push(key: string, item: Item): void
  /** Removes the next items, oldest first within each key. */
  take(limit: number): Item[]
}

export function createFairBatches<Item>(): FairBatches<Item> {
  /** Waiting items by key; the next key to serve comes first. */
  const waiting = new Map<string, Item[]>()
  let size = 0
  return {
    get size() {
      return size
    },
    push(key, item) {
      const items = waiting.get(key)
      if (items) items.push(item)
      else waiting.set(key, [item])
      size += 1
    },
    take(limit) {
      const batch: Item[] = []
      while (batch.length < limit && waiting.size > 0) {
        const share = Math.max(1, Math.floor((limit - batch.length) / waiting.size))
        for (const [key, items] of [...waiting]) {
          if (batch.length >= limit) break
          waiting.delete(key)
          batch.push(...items.splice(0, share))
          if (items.length > 0) waiting.set(key, items)
        }
      }
      size -= batch.length
      return batch
    },
  }
}
