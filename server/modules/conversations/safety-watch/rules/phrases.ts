import { plain, type Token } from '../text/tokens.ts'

/**
 * Phrases of a language with spaces, one per line or separated by `|`. `(a,b c)` is one of several, `[a,b]` the same but
 * optional, `word*` any ending of a word, `..` up to three words of no negation, `{name}` a macro of the language.
 */
export type Phrases = string

type Item = { kind: 'word'; word: string; isPrefix: boolean } | Choice | { kind: 'gap' }

interface Choice {
  kind: 'choice'
  /** The options of one whole word. */
  words: ReadonlySet<string>
  /** The others by their first word, or at the empty string where that is a prefix or a choice. */
  longer: ReadonlyMap<string, readonly Item[][]>
  options: Item[][]
  isOptional: boolean
}

const widestGap = 3
/** The fewest letters before a `*`, by which prefixes are looked up. */
const prefixKey = 3

const lexeme = /\.\.|[()[\],|\n]|[^\s()[\],|]+/gu

function choiceOf(options: Item[][], isOptional: boolean): Choice {
  const words = new Set<string>()
  const longer = new Map<string, Item[][]>()
  for (const option of options) {
    const [first] = option
    const word = first?.kind === 'word' && !first.isPrefix ? first.word : ''
    if (word && option.length === 1) words.add(word)
    else longer.set(word, [...(longer.get(word) ?? []), option])
  }
  return { kind: 'choice', words, longer, options, isOptional }
}

/** Turns phrases into sequences of items. @param split what the language makes of a word: "don't" is two */
function parse(phrases: Phrases, split: (word: string) => string[]): Item[][] {
  const lexemes = phrases.match(lexeme) ?? []
  let at = 0
  const sequences = (closing: string): Item[][] => {
    const all: Item[][] = [[]]
    for (; at < lexemes.length && lexemes[at] !== closing; at++) {
      const sign = lexemes[at] as string
      const last = all.at(-1) as Item[]
      if (sign === '|' || sign === '\n' || sign === ',') all.push([])
      else if (sign === '..') last.push({ kind: 'gap' })
      else if (sign === '(' || sign === '[') {
        at += 1
        last.push(choiceOf(sequences(sign === '(' ? ')' : ']'), sign === '['))
      } else {
        const isPrefix = sign.endsWith('*')
        const words = (isPrefix ? sign.slice(0, -1) : sign).split('-').flatMap(part => split(plain(part)))
        for (const [index, word] of words.entries())
          last.push({ kind: 'word', word, isPrefix: isPrefix && index === words.length - 1 })
      }
    }
    return all.filter(items => items.length > 0)
  }
  return sequences('')
}

const expanded = (phrases: Phrases, macros: Readonly<Record<string, string>>): string =>
  phrases.replace(/\{(\w+)\}/g, (_, name: string) => {
    const macro = macros[name]
    if (macro === undefined) throw new Error(`There is no macro {${name}}`)
    return `(${expanded(macro, macros)})`
  })

/** The words by which a sequence can begin. */
function* beginnings(items: readonly Item[]): Generator<Extract<Item, { kind: 'word' }>> {
  for (const item of items) {
    if (item.kind === 'gap') throw new Error('A phrase cannot begin with a gap')
    if (item.kind === 'word') {
      yield item
      return
    }
    for (const option of item.options) yield* beginnings(option)
    if (!item.isOptional) return
  }
}

function* wordsIn(items: readonly Item[]): Generator<Extract<Item, { kind: 'word' }>> {
  for (const item of items) {
    if (item.kind === 'word') yield item
    else if (item.kind === 'choice') for (const option of item.options) yield* wordsIn(option)
  }
}

/** What follows an option within its sequence. */
interface Rest {
  items: readonly Item[]
  index: number
  next: Rest | null
}

interface Entry<Tag> {
  tag: Tag
  items: Item[]
  /** Whether gaps may hold a negation. */
  isFixed: boolean
}

export interface Match<Tag> {
  tag: Tag
  /** Indexes of tokens; `to` is behind the last. */
  from: number
  to: number
}

/** Many phrases, found together: each is tried only where one of its first words stands. */
export class PhraseIndex<Tag> {
  readonly vocabulary = new Set<string>()
  readonly #byWord = new Map<string, Entry<Tag>[]>()
  readonly #byPrefix = new Map<string, Entry<Tag>[]>()
  readonly #split: (word: string) => string[]
  readonly #macros: Readonly<Record<string, string>>
  readonly #isNegation: (token: Token) => boolean

  constructor(
    split: (word: string) => string[],
    macros: Readonly<Record<string, string>>,
    isNegation: (token: Token) => boolean,
  ) {
    this.#split = split
    this.#macros = macros
    this.#isNegation = isNegation
  }

  add(tag: Tag, phrases: Phrases, isFixed = false): this {
    for (const items of parse(expanded(phrases, this.#macros), this.#split)) {
      const entry = { tag, items, isFixed }
      for (const { word, isPrefix } of beginnings(items)) {
        if (isPrefix && word.length < prefixKey) throw new Error(`Too short before a star: ${word}`)
        const map = isPrefix ? this.#byPrefix : this.#byWord
        const key = isPrefix ? word.slice(0, prefixKey) : word
        const entries = map.get(key)
        if (!entries) map.set(key, [entry])
        else if (entries.at(-1) !== entry) entries.push(entry)
      }
      for (const { word } of wordsIn(items)) this.vocabulary.add(word)
    }
    return this
  }

  /** Every phrase found, the longest form of each at each place. */
  find(tokens: readonly Token[]): Match<Tag>[] {
    const found: Match<Tag>[] = []
    for (let from = 0; from < tokens.length; from++) {
      const { forms } = tokens[from] as Token
      const tried = new Set<Entry<Tag>>()
      for (const form of forms)
        for (const entries of [this.#byWord.get(form), this.#byPrefix.get(form.slice(0, prefixKey))])
          for (const entry of entries ?? []) {
            if (tried.has(entry)) continue
            tried.add(entry)
            const to = this.#end(entry.items, 0, null, tokens, from, from, entry.isFixed)
            if (to > from) found.push({ tag: entry.tag, from, to })
          }
    }
    return found
  }

  /** Where the rest of a sequence ends behind a token; -1 where it does not fit. @param next what follows the items */
  #end(
    items: readonly Item[],
    index: number,
    next: Rest | null,
    tokens: readonly Token[],
    from: number,
    at: number,
    isFixed: boolean,
  ): number {
    const item = items[index]
    if (!item) return next ? this.#end(next.items, next.index, next.next, tokens, from, at, isFixed) : at
    const first = tokens[at]
    const isNewSentence = at > from && first !== undefined && first.sentence !== tokens[at - 1]?.sentence
    const after = (to: number) => this.#end(items, index + 1, next, tokens, from, to, isFixed)
    if (item.kind === 'word') {
      if (!first || isNewSentence) return -1
      const { word, isPrefix } = item
      const isFound = isPrefix ? first.forms.some(form => form.startsWith(word)) : first.forms.includes(word)
      return isFound ? after(at + 1) : -1
    }
    let longest = -1
    if (item.kind === 'gap') {
      for (let skipped = 0; skipped <= widestGap; skipped++) {
        longest = Math.max(longest, after(at + skipped))
        const over = tokens[at + skipped]
        if (!over || over.sentence !== first?.sentence || (!isFixed && this.#isNegation(over))) break
      }
      return longest
    }
    if (first && !isNewSentence) {
      if (first.forms.some(form => item.words.has(form))) longest = after(at + 1)
      if (item.longer.size > 0) {
        const rest = { items, index: index + 1, next }
        const begin = (options: readonly Item[][] | undefined) => {
          for (const option of options ?? [])
            longest = Math.max(longest, this.#end(option, 0, rest, tokens, from, at, isFixed))
        }
        begin(item.longer.get(''))
        for (const form of first.forms) begin(item.longer.get(form))
      }
    }
    if (item.isOptional) longest = Math.max(longest, after(at))
    return longest
  }
}
