/** How many words are kept at most. */
const most = 8192
/** Longer ones are worked out anew, so that nobody fills the memory with them. */
const longest = 64

/** What was worked out for words that were met before: a few thousand words are most of what people say. */
export class Remembered<T> {
  readonly #known = new Map<string, T>()

  get(word: string, workOut: () => T): T {
    const known = this.#known.get(word)
    if (known !== undefined) return known
    const value = workOut()
    if (word.length > longest) return value
    if (this.#known.size >= most) this.#known.clear()
    this.#known.set(word, value)
    return value
  }
}
