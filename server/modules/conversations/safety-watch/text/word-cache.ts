const maxWords = 8_192
/** Longer words are not cached, which bounds the memory. */
const maxLength = 64

/** Caches a value per word: a few thousand words are most of what people say. */
export class WordCache<T> {
  readonly #values = new Map<string, T>()

  /** Returns the cached value of a word, or computes it. */
  get(word: string, compute: () => T): T {
    const cached = this.#values.get(word)
    if (cached !== undefined) return cached
    const value = compute()
    if (word.length > maxLength) return value
    if (this.#values.size >= maxWords) this.#values.clear()
    this.#values.set(word, value)
    return value
  }
}
